import type { DirectoryAccess, DirectoryPerson, DirectoryRefusal } from '@backroom/core/identity';
import type { Entry, Filter } from 'ldapts';
import { type PersonEntry, readPerson, requestedAttributes } from './attributes.ts';
import type { Connection, FoundEntries } from './connection.ts';
import { DirectoryFailure } from './failure.ts';
import { filterFor } from './filter.ts';
import type { Memberships } from './groups.ts';

/** The person with a username, or the reason why none can sign in by it. */
export type PersonLookup = { readonly person: PersonEntry } | { readonly refusal: DirectoryRefusal };

/** A search for people with the attributes that are used. */
export const personSearch = (access: DirectoryAccess, filter: Filter) =>
  ({ base: access.baseDn ?? '', scope: 'sub', filter, ...requestedAttributes(access) }) as const;

/**
 * Finds the person with a username; several matches are ambiguous.
 * @throws DirectoryFailure
 */
export async function findPerson(
  connection: Connection,
  access: DirectoryAccess,
  username: string,
): Promise<PersonLookup> {
  const filter = filterFor(access.userFilter, '{username}', username);
  const found = await connection.search({ ...personSearch(access, filter), limit: 2 });
  const entry = onlyOne(found);
  if (entry === undefined) return { refusal: found.entries.length > 1 ? 'ambiguous' : 'unknown' };
  const person = readPerson(entry, access, username);
  return person === undefined ? { refusal: 'incomplete' } : { person };
}

/**
 * The only entry of a search with limit 2; undefined for none or several.
 * @throws DirectoryFailure `size_limit` when the server withholds further entries
 */
export function onlyOne({ entries, isTruncated }: FoundEntries): Entry | undefined {
  if (isTruncated && entries.length < 2) throw new DirectoryFailure('size_limit');
  return entries.length === 1 ? entries[0] : undefined;
}

/**
 * Whether the person is in the required group, if one is configured.
 * @throws DirectoryFailure
 */
export const isAllowed = async ({ requiredGroupDn }: DirectoryAccess, groups: Memberships): Promise<boolean> =>
  requiredGroupDn === null || (await groups.has(requiredGroupDn));

/**
 * Whether the person is in the group of administrators; undefined when none is configured.
 * @throws DirectoryFailure
 */
export const isAdministrator = async (
  { adminGroupDn }: DirectoryAccess,
  groups: Memberships,
): Promise<boolean | undefined> => (adminGroupDn === null ? undefined : groups.has(adminGroupDn));

export const personOf = (
  { dn, username, externalId, email, displayName }: PersonEntry,
  rights: Pick<DirectoryPerson, 'isAllowed' | 'isAdministrator'>,
): DirectoryPerson => ({ dn, username, externalId, email, displayName, ...rights });
