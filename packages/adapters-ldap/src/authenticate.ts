import type { DirectoryAnswer, DirectoryRefusal } from '@backroom/core';
import { openSignedIn, vouchesFor } from './connection.ts';
import { filterFor } from './filter.ts';
import { Memberships } from './groups.ts';
import { isAdministrator, isAllowed, lookUp, personOf } from './lookup.ts';
import type { Visit } from './visit.ts';

const refused = (reason: DirectoryRefusal): DirectoryAnswer => ({ outcome: 'refused', reason });

/**
 * Searches for somebody as the service account, then signs in as them over a connection of their own. An empty password
 * is refused before anybody is asked: servers take it for a wish to be nobody, and grant it.
 * @throws DirectoryFailure
 */
export async function authenticate(visit: Visit, username: string, password: string): Promise<DirectoryAnswer> {
  if (password === '') return refused('wrong_password');
  if (username === '') return refused('unknown');
  const { access } = visit;
  // Before anything is opened: a filter that cannot be read needs no server to say so.
  filterFor(access.userFilter, '{username}', username);
  const service = await openSignedIn(visit);
  try {
    const looked = await lookUp(service, access, username);
    if ('refusal' in looked) return refused(looked.refusal);
    const { person } = looked;
    const groups = new Memberships({ connection: service, access }, person);
    if (!(await isAllowed(access, groups))) return refused('not_in_group');
    if (!(await vouchesFor({ dn: person.dn, password }, service.server, visit))) return refused('wrong_password');
    const rights = { isAllowed: true, isAdministrator: await isAdministrator(access, groups) };
    return { outcome: 'accepted', person: personOf(person, rights) };
  } finally {
    await service.close();
  }
}
