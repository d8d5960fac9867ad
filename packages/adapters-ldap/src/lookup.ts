import type { DirectoryAccess, DirectoryPerson, DirectoryRefusal } from '@backroom/core';
import type { Entry, Filter } from 'ldapts';
import { type Description, describePerson, wantedAttributes } from './attributes.ts';
import type { Connection, Found } from './connection.ts';
import { DirectoryFailure } from './failure.ts';
import { filterFor } from './filter.ts';
import type { Memberships } from './groups.ts';

/** The one person that was looked for, or why there is none. */
export type Looked = { readonly person: Description } | { readonly refusal: DirectoryRefusal };

/** What is asked about people: never more than is used. */
export const peopleQuestion = (access: DirectoryAccess, filter: Filter) =>
  ({ base: access.baseDn ?? '', scope: 'sub', filter, ...wantedAttributes(access) }) as const;

/**
 * Looks for the one person of a name; two of a name are nobody.
 * @throws DirectoryFailure
 */
export async function lookUp(connection: Connection, access: DirectoryAccess, username: string): Promise<Looked> {
  const filter = filterFor(access.userFilter, '{username}', username);
  const found = await connection.search({ ...peopleQuestion(access, filter), most: 2 });
  const entry = onlyOne(found);
  if (entry === undefined) return { refusal: found.entries.length > 1 ? 'ambiguous' : 'unknown' };
  const person = describePerson(entry, access, username);
  return person === undefined ? { refusal: 'incomplete' } : { person };
}

/**
 * The one entry of a search that may have found two.
 * @throws DirectoryFailure `size_limit` when the server keeps the others back
 */
export function onlyOne({ entries, isCut }: Found): Entry | undefined {
  if (isCut && entries.length < 2) throw new DirectoryFailure('size_limit');
  return entries.length === 1 ? entries[0] : undefined;
}

/**
 * Whether the required group has somebody.
 * @throws DirectoryFailure
 */
export const isAllowed = async ({ requiredGroupDn }: DirectoryAccess, groups: Memberships): Promise<boolean> =>
  requiredGroupDn === null || (await groups.has(requiredGroupDn));

/**
 * Whether the group of administrators has somebody; undefined where no group decides.
 * @throws DirectoryFailure
 */
export const isAdministrator = async (
  { adminGroupDn }: DirectoryAccess,
  groups: Memberships,
): Promise<boolean | undefined> => (adminGroupDn === null ? undefined : groups.has(adminGroupDn));

/** A person as the core knows them. */
export const personOf = (
  { dn, username, externalId, email, displayName }: Description,
  rights: Pick<DirectoryPerson, 'isAllowed' | 'isAdministrator'>,
): DirectoryPerson => ({ dn, username, externalId, email, displayName, ...rights });
