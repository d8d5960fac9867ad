import { DomainError } from '@backroom/core';
import { listUsers, readUser, type User } from '@backroom/core/identity';
import { LARGEST_ID, nameKey } from '@backroom/core/kernel';
import type { Context } from './context.ts';

/** Which accounts are searched; of several deleted ones of the same name the newest is found. */
export type UserState = 'living' | 'deleted' | 'any';

const perPage = 500;

/**
 * Finds an account by name or id.
 * @throws DomainError `not_found`; `ambiguous_user` when the id of one user is the name of another
 */
export async function findUser(context: Context, named: string, state: UserState): Promise<User> {
  const byId = await userOfId(context, named);
  const byName = choose(await usersOfName(context, named), state);
  if (byId && byName && byId.userId !== byName.userId) {
    const both = `${named} is the id of ${byId.username} and the name of user ${byName.userId}: give the other of the two.`;
    throw new DomainError('conflict', 'ambiguous_user', both);
  }
  const user = byId ?? byName;
  if (user) return user;
  throw new DomainError('not-found', 'not_found', `There is no ${state === 'deleted' ? 'deleted ' : ''}user ${named}.`);
}

async function userOfId(context: Context, named: string): Promise<User | undefined> {
  if (!/^[1-9][0-9]{0,9}$/.test(named) || Number(named) > LARGEST_ID) return undefined;
  try {
    return await context.run(readUser, { id: Number(named), includeDeleted: true });
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

async function usersOfName(context: Context, named: string): Promise<readonly User[]> {
  const found: User[] = [];
  let seen = 0;
  for (let page = 1; ; page += 1) {
    const query = { q: named, includeDeleted: true, includeSystem: true, page, perPage };
    const { entries, total } = await context.run(listUsers, query);
    found.push(...entries.filter(({ username }) => nameKey(username) === nameKey(named)));
    seen += entries.length;
    if (entries.length === 0 || seen >= total) return found;
  }
}

function choose(users: readonly User[], state: UserState): User | undefined {
  const living = users.find(({ deletedAt }) => deletedAt === null);
  const deleted = users
    .filter(({ deletedAt }) => deletedAt !== null)
    .sort((one, other) => other.userId - one.userId)[0];
  if (state === 'any') return living ?? deleted;
  return state === 'living' ? living : deleted;
}
