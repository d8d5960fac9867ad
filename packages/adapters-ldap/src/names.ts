/** One part of a distinguished name: attributes with their values, unescaped. */
type RelativeName = readonly (readonly [string, string])[];

const LONGEST_NAME = 4_096;
const TYPE = /\s*([A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)\s*=/y;
/** Characters that a backslash escapes directly (RFC 4514, 3). */
const special = new Set([...' "#+,;<=>\\']);

/** Whether a text is a distinguished name (RFC 4514) with at least one part. */
export const isDn = (text: string): boolean => (readDn(text)?.length ?? 0) > 0;

/** A canonical form for comparison; undefined when the text is not a distinguished name. */
export function canonicalDn(text: string): string | undefined {
  const parts = readDn(text);
  if (parts === undefined || parts.length === 0) return undefined;
  return JSON.stringify(
    parts.map((part) =>
      part
        .map(([type, value]) => [
          type.toLowerCase(),
          value.normalize('NFC').toLowerCase().trim().replace(/ {2,}/g, ' '),
        ])
        .sort(([one = ''], [other = '']) => (one < other ? -1 : Number(one > other))),
    ),
  );
}

/** Whether two texts are spellings of the same distinguished name. */
export const isSameDn = (one: string, other: string): boolean => {
  const canonical = canonicalDn(one);
  return canonical !== undefined && canonical === canonicalDn(other);
};

function readDn(text: string): readonly RelativeName[] | undefined {
  if (text.length > LONGEST_NAME || text.includes('\0') || !text.isWellFormed()) return undefined;
  const parts: RelativeName[] = [];
  let at = 0;
  for (;;) {
    const part: [string, string][] = [];
    let end: string | undefined = '+';
    while (end === '+') {
      TYPE.lastIndex = at;
      const type = TYPE.exec(text);
      const value = type === null ? undefined : readValue(text, TYPE.lastIndex);
      if (type === null || value === undefined) return undefined;
      part.push([type[1] ?? '', value.text]);
      end = text[value.end];
      at = value.end + 1;
    }
    parts.push(part);
    if (end === undefined) return parts;
  }
}

/** Parses an attribute value up to its separator; undefined when malformed. */
function readValue(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const bytes: Buffer[] = [];
  let at = start;
  /** Characters without unescaped trailing spaces. */
  let kept = 0;
  while (at < text.length && !',;+'.includes(text.charAt(at))) {
    const one = readCharacter(text, at);
    if (one === undefined) return undefined;
    bytes.push(one.bytes);
    at += one.length;
    if (one.length > 1 || one.bytes[0] !== 0x20) kept = bytes.length;
  }
  const value = Buffer.concat(bytes.slice(0, kept)).toString('utf8').replace(/^ +/, '');
  return value === '' && bytes.length > 0 ? undefined : { text: value, end: at };
}

function readCharacter(text: string, at: number): { readonly bytes: Buffer; readonly length: number } | undefined {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if ('"<>'.includes(character)) return undefined;
  if (character !== '\\') return { bytes: Buffer.from(character), length: character.length };
  const next = text.charAt(at + 1);
  if (special.has(next)) return { bytes: Buffer.from(next), length: 2 };
  const digits = /^[0-9a-f]{2}/i.exec(text.slice(at + 1, at + 3))?.[0];
  return digits === undefined ? undefined : { bytes: Buffer.from(digits, 'hex'), length: 3 };
}
