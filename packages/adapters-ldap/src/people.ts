import type { DirectoryPerson } from '@backroom/core';
import type { Entry } from 'ldapts';
import { type Description, describePerson, filterForId } from './attributes.ts';
import { type Connection, openSignedIn, PAGE_SIZE } from './connection.ts';
import { DirectoryFailure } from './failure.ts';
import { filterForAll } from './filter.ts';
import type { KnownGroups } from './group-walk.ts';
import { Memberships } from './groups.ts';
import { isAdministrator, isAllowed, onlyOne, peopleQuestion, personOf } from './lookup.ts';
import type { Visit } from './visit.ts';

/**
 * Reads one person by the identifier that never changes.
 * @throws DirectoryFailure
 */
export async function findByExternalId(visit: Visit, externalId: string): Promise<DirectoryPerson | undefined> {
  const { access } = visit;
  const filter = filterForId(externalId, access.attributes.uid);
  if (filter === undefined) return undefined;
  const service = await openSignedIn(visit);
  try {
    const found = await service.search({ ...peopleQuestion(access, filter), most: 2 });
    const entry = onlyOne(found);
    if (entry === undefined && found.entries.length > 1) throw new DirectoryFailure('user_ambiguous');
    const person = entry && describePerson(entry, access);
    return person?.externalId === externalId ? await withRights(person, { service, visit }) : undefined;
  } finally {
    await service.close();
  }
}

/**
 * Reads everybody, page by page; who cannot be told from others is left out.
 * @throws DirectoryFailure
 */
export async function* people(visit: Visit): AsyncGenerator<readonly DirectoryPerson[]> {
  const { access } = visit;
  const filter = filterForAll(access.userFilter, '{username}');
  const service = await openSignedIn(visit);
  const known: KnownGroups = new Map();
  try {
    for await (const page of service.pages(peopleQuestion(access, filter))) {
      // A server that knows no pages gives everybody at once.
      for (let at = 0; at < page.length; at += PAGE_SIZE)
        yield await described(page.slice(at, at + PAGE_SIZE), { service, visit, known });
    }
  } finally {
    await service.close();
  }
}

interface Reading {
  readonly service: Connection;
  readonly visit: Visit;
  readonly known?: KnownGroups;
}

async function described(entries: readonly Entry[], reading: Reading): Promise<readonly DirectoryPerson[]> {
  const people: DirectoryPerson[] = [];
  for (const entry of entries) {
    const person = describePerson(entry, reading.visit.access);
    if (person !== undefined) people.push(await withRights(person, reading));
  }
  return people;
}

async function withRights(
  person: Description,
  { service, visit, known = new Map() }: Reading,
): Promise<DirectoryPerson> {
  const { access } = visit;
  const groups = new Memberships({ connection: service, access, known }, person);
  return personOf(person, {
    isAllowed: await isAllowed(access, groups),
    isAdministrator: await isAdministrator(access, groups),
  });
}
