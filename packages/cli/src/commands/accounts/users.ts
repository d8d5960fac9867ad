import { createUser, listUsers, type User } from '@backroom/core/identity';
import { choice, flag, inventoryRoutes, type Schemas, text } from '@backroom/core/interface';
import { getPassword } from '../../ask-password.ts';
import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../failure.ts';
import { findUser } from '../../find-user.ts';
import { pairs, table } from '../../print.ts';
import { documentOf } from '../../user-document.ts';

const published: Schemas =
  inventoryRoutes({ publicDocs: false }).find(({ methods, path }) => methods.includes('POST') && path === '/users')
    ?.params ?? {};
const perPage = 500;

/** Creates, lists and shows accounts. */
export const users = [
  command({
    name: 'users create',
    group: 'Accounts',
    summary: 'Create an account; prompts for its password by default.',
    examples: [
      'backroom users create anna --admin',
      'backroom users create ben --email ben@example.org --generate',
      'pass show ben | backroom users create ben --password-stdin',
    ],
    args: { name: text({ ...published.username, required: true }) },
    flags: {
      admin: flag({ description: 'An administrator rather than a member.' }),
      email: text({ ...published.email, description: 'The e-mail address; not usable as a name at login.' }),
      display_name: text({ ...published.display_name, description: 'The display name.' }),
      generate: flag({ description: 'Generate a password and print it once; it must be changed within 72 hours.' }),
      password_stdin: flag({ description: 'Read the password from the standard input.' }),
      source: choice(['local', 'ldap'], {
        description: 'Where the password is verified; a directory account has none here.',
      }),
    },
    async run(context, { name, admin, generate, passwordStdin, ...fields }) {
      const flags = { ...(generate && { generate }), ...(passwordStdin && { passwordStdin }) };
      if (fields.source === 'ldap' && (generate || passwordStdin))
        throw new UsageError('A directory account has no password here.');
      const password = fields.source === 'ldap' ? undefined : await getPassword(context.terminal, context.print, flags);
      const role = admin ? 'admin' : 'member';
      const { user, generatedPassword } = await context.run(createUser, {
        ...fields,
        username: name,
        role,
        ...(password !== undefined && { password }),
      });
      context.print.say(`Made ${user.role} ${user.username}, id ${user.userId}.`);
      if (generatedPassword !== undefined)
        context.print.say('This password is shown once; it has to be changed within 72 hours:');
      context.print.result(
        { ...documentOf(user), ...(generatedPassword !== undefined && { generated_password: generatedPassword }) },
        generatedPassword === undefined ? [] : [generatedPassword],
      );
    },
  }),
  command({
    name: 'users list',
    group: 'Accounts',
    summary: 'List the accounts.',
    examples: ['backroom users list', 'backroom users list --role admin --json'],
    flags: {
      role: choice(['admin', 'member'], { description: 'Only those of this role.' }),
      source: choice(['local', 'ldap'], { description: 'Only those whose password is verified there.' }),
      all: flag({ description: 'Also deleted accounts and that of the system.' }),
    },
    async run(context, { all, ...filter }) {
      const entries = await allUsers(context, {
        ...filter,
        ...(all && { includeDeleted: true, includeSystem: true }),
      });
      const rows = entries.map((user) => [
        user.userId,
        user.username,
        user.role,
        stateOf(user),
        user.source,
        user.email,
        user.lastLoginAt?.toISOString(),
      ]);
      context.print.result(
        entries.map(documentOf),
        table(['id', 'username', 'role', 'state', 'source', 'email', 'last login'], rows),
      );
    },
  }),
  command({
    name: 'users show',
    group: 'Accounts',
    summary: 'Show one account, deleted or not.',
    examples: ['backroom users show anna', 'backroom users show 7 --json'],
    args: { user: text({ required: true, description: 'Name or id.' }) },
    async run(context, { user: named }) {
      const document = documentOf(await findUser(context, named, 'any'));
      context.print.result(document, pairs(document));
    },
  }),
];

async function allUsers(
  context: Context,
  filter: Omit<Parameters<typeof listInput>[0], 'page'>,
): Promise<readonly User[]> {
  const found: User[] = [];
  for (let page = 1; ; page += 1) {
    const { entries, total } = await context.run(listUsers, listInput({ ...filter, page }));
    found.push(...entries);
    if (entries.length === 0 || found.length >= total) return found;
  }
}

interface UserListOptions {
  readonly page: number;
  readonly role?: User['role'];
  readonly source?: User['source'];
  readonly includeDeleted?: boolean;
  readonly includeSystem?: boolean;
}

const listInput = (filter: UserListOptions) => ({ ...filter, perPage });

function stateOf(user: User): string {
  if (user.deletedAt !== null) return 'deleted';
  if (user.isSystem) return 'system';
  return user.isActive ? 'active' : 'disabled';
}
