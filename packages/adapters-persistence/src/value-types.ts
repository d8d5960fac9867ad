import pg from 'pg';

// The numbers PostgreSQL gives its types.
const int8 = 20;
const date = 1082;
const timestamp = 1114;
const interval = 1186;
const asSent = (text: string): string => text;

/**
 * How values of the database become values of the program: `timestamptz` a Date, `int8` a number, `jsonb` what it
 * says, `numeric`, `date` and `interval` the text that PostgreSQL gives.
 */
export function valueTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, exactNumber);
  for (const type of [date, timestamp, interval]) types.setTypeParser(type, asSent);
  return types;
}

/** Counts and keys fit; a number that does not must not become another one in silence. */
function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} is too large for a number: select it as text or as numeric.`);
}
