/** Begins with a letter or digit, so that no name is hidden or `..`; no path separators of any system. */
const form = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Whether a text can be the name of a file. */
export const isFileName = (text: string): boolean => form.test(text) && !text.endsWith('.');
