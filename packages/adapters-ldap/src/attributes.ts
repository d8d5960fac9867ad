import type { DirectoryAccess } from '@backroom/core';
import { type Entry, EqualityFilter, type Filter } from 'ldapts';
import { isDn } from './names.ts';

/** What an entry says about a person, checked and cut; what cannot be used is undefined. */
export interface Description {
  readonly dn: string;
  readonly username: string;
  readonly externalId: string;
  readonly email: string | undefined;
  readonly displayName: string | undefined;
  readonly memberOf: Groups;
}

/** The groups an entry names. */
export interface Groups {
  readonly names: readonly string[];
  /** Whether the server names only the first ones. */
  readonly isCut: boolean;
}

const MEMBER_OF = 'memberOf';
const LONGEST_USERNAME = 150;
const LONGEST_EMAIL = 254;
const LONGEST_DISPLAY_NAME = 200;
const LONGEST_ID = 200;
const LONGEST_DN = 2_000;
/** A directory that names more groups of one person than this is not read to the end. */
const MOST_GROUPS = 10_000;
/** What moves the cursor, hides text or turns its direction; half a surrogate pair is no character at all. */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

/** Identifiers that are bytes, and how they are written down. */
const codecs: Readonly<Record<string, Codec>> = {
  objectguid: { write: writeGuid, read: readGuid },
  guid: { write: writeHex, read: readHex },
  objectsid: { write: writeHex, read: readHex },
};

interface Codec {
  readonly write: (bytes: Buffer) => string | undefined;
  readonly read: (text: string) => Buffer | undefined;
}

/** The attributes that are asked for; never all there are. */
export function wantedAttributes({ attributes, groupMode }: DirectoryAccess): {
  readonly attributes: readonly string[];
  readonly binary: readonly string[];
} {
  const { username, email, displayName, uid } = attributes;
  const wanted = [username, email, displayName, 'cn', uid, ...(groupMode === 'member_of' ? [MEMBER_OF] : [])];
  const isBinary = Object.hasOwn(codecs, uid.toLowerCase());
  // Servers answer with the name they know the attribute by, whatever its case was in the question.
  const binary = isBinary ? [uid, uid.toLowerCase(), 'objectGUID', 'objectSid', 'GUID'] : [];
  return { attributes: [...new Set(wanted)], binary };
}

/**
 * Reads what an entry says about a person; undefined when it does not say who that is. Of several names the one that
 * was asked for counts.
 */
export function describePerson(entry: Entry, access: DirectoryAccess, asked?: string): Description | undefined {
  const { attributes } = access;
  const { dn } = entry;
  if (typeof dn !== 'string' || dn.length > LONGEST_DN || hasUnwanted(dn) || !isDn(dn)) return undefined;
  const externalId = externalIdOf(entry, attributes.uid);
  const username = usernameOf(entry, attributes.username, asked);
  if (externalId === undefined || username === undefined) return undefined;
  return {
    dn,
    username,
    externalId,
    email: textsOf(entry, attributes.email).find((text) => !hasUnwanted(text) && text.length <= LONGEST_EMAIL),
    displayName: [attributes.displayName, 'cn']
      .flatMap((name) => textsOf(entry, name).map((text) => shown(text)))
      .find(Boolean),
    memberOf: groupsOf(entry),
  };
}

/** The groups that an entry says it is in. */
export function groupsOf(entry: Entry): Groups {
  // A server with a limit gives the first values under a name that tells their range.
  const ranges = Object.keys(entry).filter((name) => /^memberOf;range=/i.test(name));
  const all = [MEMBER_OF, ...ranges].flatMap((name) => textsOf(entry, name));
  return { names: all.slice(0, MOST_GROUPS), isCut: ranges.length > 0 || all.length > MOST_GROUPS };
}

/** A filter for the one person with this identifier; undefined when it is none of that kind. */
export function filterForId(externalId: string, uidAttribute: string): Filter | undefined {
  const codec = codecOf(uidAttribute);
  const value = codec === undefined ? Buffer.from(externalId) : codec.read(externalId);
  return value === undefined || value.length === 0 ? undefined : new EqualityFilter({ attribute: uidAttribute, value });
}

/** A text that may be shown: cut, in one line, without what would change how the rest looks. */
export const shown = (text: string, longest = LONGEST_DISPLAY_NAME): string =>
  [...text.slice(0, longest * 4).replace(unwanted, '')].slice(0, longest).join('').trim();

/** Every value that is a text, whatever case the server writes the name in; bytes that are none are left out. */
function textsOf(entry: Entry, name: string): readonly string[] {
  return valuesOf(entry, name).filter((value) => typeof value === 'string');
}

function valuesOf(entry: Entry, name: string): readonly (string | Buffer)[] {
  const wanted = name.toLowerCase();
  const key = Object.keys(entry).find((each) => each.toLowerCase() === wanted);
  const value = key === undefined ? undefined : entry[key];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

const hasUnwanted = (text: string): boolean => text.search(unwanted) !== -1;

function usernameOf(entry: Entry, attribute: string, asked: string | undefined): string | undefined {
  const usable = textsOf(entry, attribute).filter(
    (text) => text.trim() !== '' && [...text].length <= LONGEST_USERNAME && !hasUnwanted(text),
  );
  const key = (text: string) => text.normalize('NFKC').toLowerCase();
  return usable.find((text) => asked !== undefined && key(text) === key(asked)) ?? usable[0];
}

function externalIdOf(entry: Entry, attribute: string): string | undefined {
  const [value, ...others] = valuesOf(entry, attribute);
  // Somebody with two identities is nobody in particular.
  if (value === undefined || others.length > 0) return undefined;
  const codec = codecOf(attribute);
  if (codec !== undefined) return codec.write(Buffer.from(value as string));
  if (typeof value !== 'string' || value.trim() === '' || value.length > LONGEST_ID || hasUnwanted(value))
    return undefined;
  return isUuid(value) ? value.toLowerCase() : value;
}

const codecOf = (attribute: string): Codec | undefined =>
  Object.hasOwn(codecs, attribute.toLowerCase()) ? codecs[attribute.toLowerCase()] : undefined;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** An `objectGUID` has the bytes of its first three groups in reverse. */
function turned(bytes: Buffer): Buffer {
  const group = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).reverse();
  return Buffer.concat([group(0, 4), group(4, 6), group(6, 8), bytes.subarray(8)]);
}

function writeGuid(bytes: Buffer): string | undefined {
  if (bytes.length !== 16) return undefined;
  return turned(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function readGuid(text: string): Buffer | undefined {
  return isUuid(text) ? turned(Buffer.from(text.replaceAll('-', ''), 'hex')) : undefined;
}

function writeHex(bytes: Buffer): string | undefined {
  return bytes.length === 0 || bytes.length > LONGEST_ID / 2 ? undefined : bytes.toString('hex');
}

function readHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2}){1,100}$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
}
