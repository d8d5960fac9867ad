import type { DirectoryAnswer, DirectoryRefusal } from '@backroom/core/identity';
import { openServiceConnection, verifyPassword } from './connection.ts';
import type { DirectoryRequest } from './directory-request.ts';
import { filterFor } from './filter.ts';
import { Memberships } from './groups.ts';
import { findPerson, isAdministrator, isAllowed, personOf } from './lookup.ts';

const refused = (reason: DirectoryRefusal): DirectoryAnswer => ({ outcome: 'refused', reason });

/**
 * Finds a person with the service account, then binds as them over a separate connection. An empty password is refused
 * without a request: servers accept it as an unauthenticated bind (RFC 4513, 5.1.2).
 * @throws DirectoryFailure
 */
export async function authenticate(
  request: DirectoryRequest,
  username: string,
  password: string,
): Promise<DirectoryAnswer> {
  if (password === '') return refused('wrong_password');
  if (username === '') return refused('unknown');
  const { access } = request;
  // Reports an invalid filter before a connection is opened.
  filterFor(access.userFilter, '{username}', username);
  const service = await openServiceConnection(request);
  try {
    const lookup = await findPerson(service, access, username);
    if ('refusal' in lookup) return refused(lookup.refusal);
    const { person } = lookup;
    const groups = new Memberships({ connection: service, access }, person);
    if (!(await isAllowed(access, groups))) return refused('not_in_group');
    if (!(await verifyPassword({ dn: person.dn, password }, service.server, request))) return refused('wrong_password');
    const rights = { isAllowed: true, isAdministrator: await isAdministrator(access, groups) };
    return { outcome: 'accepted', person: personOf(person, rights) };
  } finally {
    await service.close();
  }
}
