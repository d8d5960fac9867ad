import {
  type ApplicationPassword,
  createApplicationPassword,
  deleteAllApplicationPasswords,
  deleteApplicationPassword,
  inGroupsOfFour,
  listApplicationPasswords,
} from '@backroom/core/identity';
import { dateTime, flag, snake, text } from '@backroom/core/interface';
import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../failure.ts';
import { findUser } from '../../find-user.ts';
import { table } from '../../print.ts';
import { capabilitiesIn } from '../../read-capabilities.ts';

const user = text({ required: true, description: 'Name or id.' });

/** Manages application passwords. */
export const appPasswords = [
  command({
    name: 'app-passwords list',
    group: 'Accounts',
    summary: 'List the application passwords of an account.',
    examples: ['backroom app-passwords list anna', 'backroom app-passwords list anna --json'],
    args: { user },
    async run(context, { user: named }) {
      const { userId } = await findUser(context, named, 'living');
      const passwords = await context.run(listApplicationPasswords, { userId });
      const rows = passwords.map((each) => [
        each.uuid,
        each.name,
        each.createdAt.toISOString(),
        each.lastUsedAt?.toISOString(),
        each.lastIp,
        each.expiresAt?.toISOString(),
        each.scopes?.join(' '),
      ]);
      context.print.result(
        passwords.map(documentOf),
        table(['uuid', 'name', 'created', 'last used', 'from', 'expires', 'scopes'], rows),
      );
    },
  }),
  command({
    name: 'app-passwords create',
    group: 'Accounts',
    summary: 'Create an application password for an account, and print it once.',
    examples: [
      'backroom app-passwords create anna "Till in the hall"',
      'backroom app-passwords create anna Export --scopes manage_store --expires-at 2027-01-01T00:00:00Z',
    ],
    args: { user, name: text({ required: true, maxLength: 200, description: 'The name of the application.' }) },
    flags: {
      app_id: text({ maxLength: 36, description: 'A UUID chosen by the application.' }),
      expires_at: dateTime({ description: 'When it expires; never by default.' }),
      scopes: text({ description: 'The capabilities that it is limited to, separated by commas.' }),
      replace: flag({ description: 'Ends the earlier passwords of the same application id.' }),
    },
    async run(context, { user: named, scopes, replace, ...fields }) {
      const { userId, username } = await findUser(context, named, 'living');
      const { password, secret } = await context.run(createApplicationPassword, {
        userId,
        ...fields,
        ...(scopes !== undefined && { scopes: capabilitiesIn(scopes) }),
        ...(replace && { replacesEarlier: true }),
      });
      context.print.say(`Made ${password.uuid} for ${username}. This password is shown once:`);
      context.print.result({ ...documentOf(password), password: inGroupsOfFour(secret) }, [inGroupsOfFour(secret)]);
    },
  }),
  command({
    name: 'app-passwords revoke',
    group: 'Accounts',
    summary: 'Revoke an application password of an account, or all of them.',
    examples: [
      'backroom app-passwords revoke anna 6b1f0f0e-4c1e-4f0e-9d1a-0f6f3f1a2b3c',
      'backroom app-passwords revoke anna --all',
    ],
    args: { user, uuid: text({ maxLength: 36, description: 'As the list shows it.' }) },
    flags: { all: flag({ description: 'Every one of the account.' }) },
    async run(context, { user: named, uuid, all }) {
      if ((uuid === undefined) === !all) throw new UsageError('Name a password, or say --all.');
      const { userId, username } = await findUser(context, named, 'living');
      await (uuid === undefined ? revokeAll(context, { userId, username }) : revokeOne(context, { userId, uuid }));
    },
  }),
];

async function revokeAll(
  { confirm, run, print }: Context,
  { userId, username }: { readonly userId: number; readonly username: string },
): Promise<void> {
  await confirm(`Revoke all application passwords of ${username}?`);
  const { count } = await run(deleteAllApplicationPasswords, { userId });
  print.say(`${count} application passwords of ${username} are revoked.`);
  print.result({ user_id: userId, username, deleted: true, count }, []);
}

async function revokeOne(
  { run, print }: Context,
  address: { readonly userId: number; readonly uuid: string },
): Promise<void> {
  const previous = await run(deleteApplicationPassword, { ...address, uuid: address.uuid.toLowerCase() });
  print.say(`The application password “${previous.name}” is revoked.`);
  print.result({ deleted: true, previous: documentOf(previous) }, []);
}

const documentOf = (password: ApplicationPassword): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(password).map(([name, value]) => [snake(name), value instanceof Date ? value.toISOString() : value]),
  );
