import type { DirectoryPerson } from '@backroom/core/identity';
import type { Entry } from 'ldapts';
import { filterForId, type PersonEntry, readPerson } from './attributes.ts';
import { type Connection, openServiceConnection, PAGE_SIZE } from './connection.ts';
import type { DirectoryRequest } from './directory-request.ts';
import { DirectoryFailure } from './failure.ts';
import { filterForAll } from './filter.ts';
import type { GroupCache } from './group-walk.ts';
import { Memberships } from './groups.ts';
import { isAdministrator, isAllowed, onlyOne, personOf, personSearch } from './lookup.ts';

/**
 * Finds a person by the immutable identifier.
 * @throws DirectoryFailure
 */
export async function findByExternalId(
  request: DirectoryRequest,
  externalId: string,
): Promise<DirectoryPerson | undefined> {
  const { access } = request;
  const filter = filterForId(externalId, access.attributes.uid);
  if (filter === undefined) return undefined;
  const service = await openServiceConnection(request);
  try {
    const found = await service.search({ ...personSearch(access, filter), limit: 2 });
    const entry = onlyOne(found);
    if (entry === undefined && found.entries.length > 1) throw new DirectoryFailure('user_ambiguous');
    const person = entry && readPerson(entry, access);
    return person?.externalId === externalId ? await withRights(person, { service, request }) : undefined;
  } finally {
    await service.close();
  }
}

/**
 * Lists all people in pages; entries without a usable name or identifier are skipped.
 * @throws DirectoryFailure
 */
export async function* people(request: DirectoryRequest): AsyncGenerator<readonly DirectoryPerson[]> {
  const { access } = request;
  const filter = filterForAll(access.userFilter, '{username}');
  const service = await openServiceConnection(request);
  const known: GroupCache = new Map();
  try {
    for await (const page of service.pages(personSearch(access, filter))) {
      // A server without paged results returns all entries at once.
      for (let at = 0; at < page.length; at += PAGE_SIZE)
        yield await readPeople(page.slice(at, at + PAGE_SIZE), { service, request, known });
    }
  } finally {
    await service.close();
  }
}

interface RightsLookup {
  readonly service: Connection;
  readonly request: DirectoryRequest;
  readonly known?: GroupCache;
}

async function readPeople(entries: readonly Entry[], lookup: RightsLookup): Promise<readonly DirectoryPerson[]> {
  const people: DirectoryPerson[] = [];
  for (const entry of entries) {
    const person = readPerson(entry, lookup.request.access);
    if (person !== undefined) people.push(await withRights(person, lookup));
  }
  return people;
}

async function withRights(
  person: PersonEntry,
  { service, request, known = new Map() }: RightsLookup,
): Promise<DirectoryPerson> {
  const { access } = request;
  const groups = new Memberships({ connection: service, access, known }, person);
  return personOf(person, {
    isAllowed: await isAllowed(access, groups),
    isAdministrator: await isAdministrator(access, groups),
  });
}
