/** Folds case and accents for search and sorting: NFKD, marks removed, lower case. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The form under which a name is unique: NFKC and lower case. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** The comparison key of a code: A to Z in lower case, everything else unchanged. */
export const codeKey = (code: string): string => code.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether a text can be stored in a database: no NUL and no lone surrogate. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The number of bytes of a text in UTF-8. */
export const utf8Length = (text: string): number =>
  encodeURIComponent(text.toWellFormed()).replace(/%[0-9A-F]{2}/g, '.').length;
