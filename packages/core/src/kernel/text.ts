/** A text without accents and case, for search and for sorting: NFKD, marks removed, lower case. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The form under which a name is unique: NFKC and lower case. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();
