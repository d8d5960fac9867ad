import type { DirectoryAccess } from '@backroom/core/identity';
import { type Entry, EqualityFilter, type Filter } from 'ldapts';
import { isDn } from './names.ts';

/** The validated attributes of a person's entry; unusable optional values are undefined. */
export interface PersonEntry {
  readonly dn: string;
  readonly username: string;
  readonly externalId: string;
  readonly email: string | undefined;
  readonly displayName: string | undefined;
  readonly memberOf: GroupNames;
}

/** Distinguished names of groups, as the server spells them. */
export interface GroupNames {
  readonly names: readonly string[];
  /** Whether there are more than these. */
  readonly isTruncated: boolean;
}

const MEMBER_OF = 'memberOf';
const LONGEST_USERNAME = 150;
const LONGEST_EMAIL = 254;
const LONGEST_DISPLAY_NAME = 200;
const LONGEST_ID = 200;
const LONGEST_DN = 2_000;
/** Maximum groups read from one entry. */
const MOST_GROUPS = 10_000;
/** Control characters, bidirectional overrides, line separators, non-characters and lone surrogates. */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

/** Binary identifier attributes, by lower-case name, and their text form. */
const codecs: Readonly<Record<string, IdCodec>> = {
  objectguid: { write: writeGuid, read: readGuid },
  guid: { write: writeHex, read: readHex },
  objectsid: { write: writeHex, read: readHex },
};

interface IdCodec {
  readonly write: (bytes: Buffer) => string | undefined;
  readonly read: (text: string) => Buffer | undefined;
}

/** The attributes that a search for people requests, and which of them are returned as bytes. */
export function requestedAttributes({ attributes, groupMode }: DirectoryAccess): {
  readonly attributes: readonly string[];
  readonly binary: readonly string[];
} {
  const { username, email, displayName, uid } = attributes;
  const wanted = [username, email, displayName, 'cn', uid, ...(groupMode === 'member_of' ? [MEMBER_OF] : [])];
  const isBinary = Object.hasOwn(codecs, uid.toLowerCase());
  // Servers return attributes in their own spelling, regardless of the case in the request.
  const binary = isBinary ? [uid, uid.toLowerCase(), 'objectGUID', 'objectSid', 'GUID'] : [];
  return { attributes: [...new Set(wanted)], binary };
}

/**
 * Reads a person from an entry; undefined without a usable distinguished name, username or identifier. Of several
 * usernames the one that was searched for wins.
 */
export function readPerson(entry: Entry, access: DirectoryAccess, searched?: string): PersonEntry | undefined {
  const { attributes } = access;
  const { dn } = entry;
  if (typeof dn !== 'string' || dn.length > LONGEST_DN || hasUnwanted(dn) || !isDn(dn)) return undefined;
  const externalId = externalIdOf(entry, attributes.uid);
  const username = usernameOf(entry, attributes.username, searched);
  if (externalId === undefined || username === undefined) return undefined;
  return {
    dn,
    username,
    externalId,
    email: textsOf(entry, attributes.email).find((text) => !hasUnwanted(text) && text.length <= LONGEST_EMAIL),
    displayName: [attributes.displayName, 'cn']
      .flatMap((name) => textsOf(entry, name).map((text) => sanitized(text)))
      .find(Boolean),
    memberOf: groupsOf(entry),
  };
}

/** The values of `memberOf`. */
export function groupsOf(entry: Entry): GroupNames {
  // Ranged retrieval: a server with a limit returns the first values as `memberOf;range=0-1499`.
  const ranges = Object.keys(entry).filter((name) => /^memberOf;range=/i.test(name));
  const all = [MEMBER_OF, ...ranges].flatMap((name) => textsOf(entry, name));
  return { names: all.slice(0, MOST_GROUPS), isTruncated: ranges.length > 0 || all.length > MOST_GROUPS };
}

/** A filter that matches the person with this identifier; undefined when it is malformed for its attribute. */
export function filterForId(externalId: string, uidAttribute: string): Filter | undefined {
  const codec = codecOf(uidAttribute);
  const value = codec === undefined ? Buffer.from(externalId) : codec.read(externalId);
  return value === undefined || value.length === 0 ? undefined : new EqualityFilter({ attribute: uidAttribute, value });
}

/** Makes a text from outside safe to display: one line, truncated, without control characters. */
export const sanitized = (text: string, longest = LONGEST_DISPLAY_NAME): string =>
  [...text.slice(0, longest * 4).replace(unwanted, '')].slice(0, longest).join('').trim();

/** The text values of an attribute, whose name is compared without case; binary values are dropped. */
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

function usernameOf(entry: Entry, attribute: string, searched: string | undefined): string | undefined {
  const usable = textsOf(entry, attribute).filter(
    (text) => text.trim() !== '' && [...text].length <= LONGEST_USERNAME && !hasUnwanted(text),
  );
  const key = (text: string) => text.normalize('NFKC').toLowerCase();
  return usable.find((text) => searched !== undefined && key(text) === key(searched)) ?? usable[0];
}

function externalIdOf(entry: Entry, attribute: string): string | undefined {
  const [value, ...others] = valuesOf(entry, attribute);
  // Several identifiers are ambiguous.
  if (value === undefined || others.length > 0) return undefined;
  const codec = codecOf(attribute);
  if (codec !== undefined) return codec.write(Buffer.from(value as string));
  if (typeof value !== 'string' || value.trim() === '' || value.length > LONGEST_ID || hasUnwanted(value))
    return undefined;
  return isUuid(value) ? value.toLowerCase() : value;
}

const codecOf = (attribute: string): IdCodec | undefined =>
  Object.hasOwn(codecs, attribute.toLowerCase()) ? codecs[attribute.toLowerCase()] : undefined;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Converts between the byte order of `objectGUID`, whose first three groups are little-endian, and that of a UUID. */
function swapGuidBytes(bytes: Buffer): Buffer {
  const group = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).reverse();
  return Buffer.concat([group(0, 4), group(4, 6), group(6, 8), bytes.subarray(8)]);
}

function writeGuid(bytes: Buffer): string | undefined {
  if (bytes.length !== 16) return undefined;
  return swapGuidBytes(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function readGuid(text: string): Buffer | undefined {
  return isUuid(text) ? swapGuidBytes(Buffer.from(text.replaceAll('-', ''), 'hex')) : undefined;
}

function writeHex(bytes: Buffer): string | undefined {
  return bytes.length === 0 || bytes.length > LONGEST_ID / 2 ? undefined : bytes.toString('hex');
}

function readHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2}){1,100}$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
}
