/** Most characters of an e-mail address (RFC 5321, 4.5.3.1.3, without the brackets). */
const LONGEST = 254;
const form = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/u;
const dottedDomain = /@[^.]+(?:\.[^.]+)+$/u;

/** Whether a text has the form of an e-mail address; the domain may be local, without a dot. */
export const isEmailAddress = (text: string): boolean => form.test(text) && [...text].length <= LONGEST;

/** Whether a text has the form of a public e-mail address: its domain has a dot. */
export const isPublicEmailAddress = (text: string): boolean => isEmailAddress(text) && dottedDomain.test(text);
