const moment =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::[0-5]\d)?)?$/;

/** Whether a text is a valid date and time; without a zone it is local to the site. */
export function isMoment(text: string): boolean {
  const [, year = '', month = '', day = ''] = moment.exec(text) ?? [];
  return year !== '' && isCalendarDay(`${year}-${month}-${day}`);
}

const mostDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a day such as `2026-02-28` exists in the calendar. */
export function isCalendarDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (day < 1 || day > (mostDays[month - 1] ?? 0)) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month !== 2 || day < 29 || isLeap;
}

const v4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const group = /^[0-9a-f]{1,4}$/i;

/** Whether a text is an IPv4 or IPv6 address. */
export function isIp(text: string): boolean {
  if (v4.test(text)) return true;
  const halves = text.split('::');
  if (halves.length > 2 || !text.includes(':')) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasV4 = last.includes('.');
  const plain = hasV4 ? groups.slice(0, -1) : groups;
  const count = plain.length + (hasV4 ? 2 : 0);
  const isFilled = halves.length === 2 ? count < 8 : count === 8;
  return isFilled && plain.every((each) => group.test(each)) && (!hasV4 || v4.test(last));
}

const address = /^https?:\/\/[^\s/?#@\\<>"^`{|}]+(?:[/?#][^\s\\<>"^`{|}]*)?$/i;
/** Whether a text is an absolute web address without credentials. */
export const isAddress = (text: string): boolean => address.test(text);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

const hexColor = /^#(?:[0-9a-f]{3}){1,2}$/i;
export const isHexColor = (text: string): boolean => hexColor.test(text);
