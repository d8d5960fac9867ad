import { isPublicEmailAddress } from '../../../kernel/formats/email.ts';
import type { SchemaFormat } from '../../../kernel/schema.ts';
import { Fault } from './fault.ts';

const moment =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::[0-5]\d)?)?$/;

/** Whether a text is a valid date and time; without a zone it is local to the site. */
export function isMoment(text: string): boolean {
  const [, year = '', month = '', day = ''] = moment.exec(text) ?? [];
  if (year === '') return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}

const v4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const group = /^[0-9a-f]{1,4}$/i;

function isIp(text: string): boolean {
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the control characters to be removed.
const controls = /[\u0000-\u001f\u007f]/g;

interface Form {
  readonly code: string;
  readonly message: string;
  fits(text: string): boolean;
}

type ShopFormat = 'date-time' | 'uri' | 'email' | 'ip' | 'uuid' | 'hex-color';

const forms: Readonly<Record<ShopFormat, Form>> = {
  'date-time': { code: 'rest_invalid_date', message: 'is not a date and time', fits: isMoment },
  uri: { code: 'rest_invalid_uri', message: 'is not an absolute address', fits: (text) => address.test(text) },
  email: {
    code: 'rest_invalid_email',
    message: 'is not an e-mail address',
    fits: isPublicEmailAddress,
  },
  ip: { code: 'rest_invalid_ip', message: 'is not an IP address', fits: isIp },
  uuid: {
    code: 'rest_invalid_uuid',
    message: 'is not a UUID',
    fits: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  },
  'hex-color': {
    code: 'rest_invalid_hex_color',
    message: 'is not a colour such as #c0ffee',
    fits: (text) => /^#(?:[0-9a-f]{3}){1,2}$/i.test(text),
  },
};

/** Whether the shop interface supports a format. */
export const isShopFormat = (format: SchemaFormat): format is ShopFormat => Object.hasOwn(forms, format);

/** Validates a text by its format; control characters are removed from URIs. */
export function readFormat(format: SchemaFormat, text: string, name: string): string | Fault {
  if (!isShopFormat(format)) throw new TypeError(`The shop interface cannot read the format ${format}.`);
  const { code, message, fits } = forms[format];
  const cleaned = format === 'uri' ? text.replace(controls, '').trim() : text;
  return fits(cleaned) ? cleaned : new Fault(code, `${name} ${message}`);
}
