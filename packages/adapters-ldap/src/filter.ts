import {
  AndFilter,
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
} from 'ldapts';
import { DirectoryFailure } from './failure.ts';

const LONGEST_FILTER = 16_384;
const DEEPEST = 20;
const ATTRIBUTE = '(?:[A-Za-z][A-Za-z0-9-]*|\\d+(?:\\.\\d+)+)(?:;[A-Za-z0-9-]+)*';
const simple = new RegExp(`^(${ATTRIBUTE})(=|>=|<=|~=)([^]*)$`);
const extensible = new RegExp(`^(${ATTRIBUTE})?(:dn)?(?::(${ATTRIBUTE}))?:=([^]*)$`, 'i');

/**
 * Escapes an assertion value (RFC 4515, 3): special characters and all bytes outside printable ASCII as `\xx`.
 */
export const escaped = (value: string | Buffer): string =>
  [...Buffer.from(value as string)]
    .map((byte) =>
      byte >= 0x7f || byte < 0x20 || '*()\\'.includes(String.fromCharCode(byte))
        ? `\\${byte.toString(16).padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('');

/**
 * Fills the placeholder of a filter template with the escaped value.
 * @throws DirectoryFailure `filter_invalid`
 */
export const filterFor = (template: string, placeholder: '{username}' | '{dn}', value: string): Filter =>
  readFilter(template.replaceAll(placeholder, () => escaped(value)));

/**
 * Fills the placeholder of a filter template with `*`, which matches any value.
 * @throws DirectoryFailure `filter_invalid`
 */
export const filterForAll = (template: string, placeholder: '{username}' | '{dn}'): Filter =>
  readFilter(template.replaceAll(placeholder, () => '*'));

/**
 * Parses a filter (RFC 4515) more strictly than the library: trailing text is an error.
 * @throws DirectoryFailure `filter_invalid`
 */
export function readFilter(text: string): Filter {
  const source = text.trim();
  if (source.length > LONGEST_FILTER || !source.isWellFormed()) throw new DirectoryFailure('filter_invalid');
  const { filter, end } = readAt(source, 0, 1);
  if (end !== source.length) throw new DirectoryFailure('filter_invalid');
  return filter;
}

interface ParsedFilter {
  readonly filter: Filter;
  /** Offset behind the filter. */
  readonly end: number;
}

function readAt(text: string, start: number, depth: number): ParsedFilter {
  if (text[start] !== '(' || depth > DEEPEST) throw new DirectoryFailure('filter_invalid');
  const kind = text.charAt(start + 1);
  if (!'&|!'.includes(kind) || kind === '') return readItem(text, start + 1);
  const filters: Filter[] = [];
  let at = start + 2;
  while (text[at] === '(') {
    const inner = readAt(text, at, depth + 1);
    filters.push(inner.filter);
    at = inner.end;
  }
  const [first] = filters;
  if (text[at] !== ')' || first === undefined) throw new DirectoryFailure('filter_invalid');
  if (kind === '!' && filters.length > 1) throw new DirectoryFailure('filter_invalid');
  const filter =
    kind === '!'
      ? new NotFilter({ filter: first })
      : kind === '&'
        ? new AndFilter({ filters })
        : new OrFilter({ filters });
  return { filter, end: at + 1 };
}

function readItem(text: string, start: number): ParsedFilter {
  const end = text.indexOf(')', start);
  const item = text.slice(start, end);
  if (end === -1 || item.includes('(') || item.includes('\0')) throw new DirectoryFailure('filter_invalid');
  return { filter: readSimple(item) ?? readExtensible(item), end: end + 1 };
}

function readSimple(item: string): Filter | undefined {
  const [whole, attribute = '', operator, value = ''] = simple.exec(item) ?? [];
  if (whole === undefined) return undefined;
  if (operator === '=' && value === '*') return new PresenceFilter({ attribute });
  if (operator === '=' && value.includes('*')) return readSubstring(attribute, value);
  if (operator === '=') return new EqualityFilter({ attribute, value: unescaped(value) });
  const pair = { attribute, value: textOf(value) };
  if (operator === '>=') return new GreaterThanEqualsFilter(pair);
  return operator === '<=' ? new LessThanEqualsFilter(pair) : new ApproximateFilter(pair);
}

function readSubstring(attribute: string, value: string): Filter {
  const pieces = value.split('*').map(textOf);
  if (pieces.every((piece) => piece === '')) return new PresenceFilter({ attribute });
  return new SubstringFilter({
    attribute,
    initial: pieces[0] ?? '',
    any: pieces.slice(1, -1).filter((piece) => piece !== ''),
    final: pieces.at(-1) ?? '',
  });
}

function readExtensible(item: string): Filter {
  const [whole, matchType = '', dn, rule = '', value = ''] = extensible.exec(item) ?? [];
  if (whole === undefined || (matchType === '' && rule === '')) throw new DirectoryFailure('filter_invalid');
  return new ExtensibleFilter({ matchType, rule, dnAttributes: dn !== undefined, value: textOf(value) });
}

/** Decodes the escapes of a value. */
function unescaped(value: string): Buffer {
  if (/\*|\\(?![0-9a-f]{2})/i.test(value)) throw new DirectoryFailure('filter_invalid');
  return Buffer.concat(
    value
      .split(/(\\[0-9a-f]{2})/i)
      .map((piece) => (piece.startsWith('\\') ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece))),
  );
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The decoded value as UTF-8, for filters for which the library accepts no bytes. */
function textOf(value: string): string {
  try {
    return strict.decode(unescaped(value));
  } catch {
    throw new DirectoryFailure('filter_invalid');
  }
}
