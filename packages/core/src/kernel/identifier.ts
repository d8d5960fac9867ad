/** The largest id of a stored object: ids are signed integers of 32 bits in the database. */
export const LARGEST_ID = 2_147_483_647;

/** Parses an id from the digits of an address; 0, which no object has, if out of range. */
export const idIn = (digits: string): number => (Number(digits) <= LARGEST_ID ? Number(digits) : 0);
