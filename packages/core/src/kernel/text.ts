/** A text without accents and case, for search and for sorting: NFKD, marks removed, lower case. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The form under which a name is unique: NFKC and lower case. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** A code as it is compared: the letters A to Z in lower case, everything else as it is. */
export const codeKey = (code: string): string => code.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether databases and other programs can hold a text: it has no NUL and no half of a character. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
