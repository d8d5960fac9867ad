import type { Ports, UseCase } from '@backroom/core';
import { resetPassword, type User, updateUser } from '@backroom/core/identity';
import { choice, flag, text } from '@backroom/core/interface';
import { getPassword } from '../../ask-password.ts';
import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { findUser } from '../../find-user.ts';
import { documentOf } from '../../user-document.ts';

const user = text({ required: true, description: 'Name or id.' });
const force = flag({ description: 'Also the last administrator.' });

/** Changes passwords, roles and states of accounts. */
export const userChanges = [
  command({
    name: 'users set-password',
    group: 'Accounts',
    summary: 'Set a new password and end all sessions of the account; prompts for it by default.',
    examples: ['backroom users set-password anna', 'backroom users set-password anna --generate'],
    args: { user },
    flags: {
      generate: flag({ description: 'Generate it and print it once; it must be changed at the next login.' }),
      password_stdin: flag({ description: 'Read it from the standard input.' }),
    },
    async run(context, { user: named, ...flags }) {
      const { userId } = await findUser(context, named, 'living');
      const chosen = await getPassword(context.terminal, context.print, flags);
      const { user: changed, generatedPassword: generated } =
        chosen === undefined
          ? await context.run(resetPassword, { id: userId })
          : { user: await context.run(updateUser, { id: userId, password: chosen }), generatedPassword: undefined };
      context.print.say(`${changed.username} has a new password; all sessions have ended.`);
      if (generated !== undefined) context.print.say('It is shown once and has to be changed at the next login:');
      context.print.result(
        { ...documentOf(changed), ...(generated !== undefined && { generated_password: generated }) },
        generated === undefined ? [] : [generated],
      );
    },
  }),
  command({
    name: 'users set-role',
    group: 'Accounts',
    summary: 'Make an account administrator or member.',
    examples: ['backroom users set-role ben admin'],
    args: { user, role: choice(['admin', 'member'], { required: true }) },
    flags: { force },
    run: (context, { user: named, ...changes }) =>
      change(context, named, { changes, outcome: `is ${changes.role} now` }),
  }),
  command({
    name: 'users set-shop-role',
    group: 'Accounts',
    summary: 'Set the role of a member in the shop.',
    examples: ['backroom users set-shop-role ben store_manager', 'backroom users set-shop-role ben none'],
    args: { user, shop_role: choice(['store_manager', 'editor', 'customer', 'none'], { required: true }) },
    run: (context, { user: named, shopRole }) =>
      change(context, named, {
        changes: { shopRole: shopRole === 'none' ? null : shopRole },
        outcome: shopRole === 'none' ? 'has no role in the shop now' : `is ${shopRole} in the shop now`,
      }),
  }),
  command({
    name: 'users disable',
    group: 'Accounts',
    summary: 'Disable the logins of an account, and end its sessions.',
    examples: ['backroom users disable ben'],
    args: { user },
    flags: { force },
    run: (context, { user: named, ...rest }) =>
      change(context, named, { changes: { isActive: false, ...rest }, outcome: 'is disabled now' }),
  }),
  command({
    name: 'users enable',
    group: 'Accounts',
    summary: 'Enable a disabled account.',
    examples: ['backroom users enable ben'],
    args: { user },
    run: (context, { user: named }) =>
      change(context, named, { changes: { isActive: true }, outcome: 'is active now' }),
  }),
];

type UserUpdate = Omit<typeof updateUser extends UseCase<Ports, infer I, User> ? I : never, 'id'>;

async function change(
  context: Context,
  named: string,
  { changes, outcome }: { readonly changes: UserUpdate; readonly outcome: string },
): Promise<void> {
  const { userId } = await findUser(context, named, 'living');
  const changed = await context.run(updateUser, { id: userId, ...changes });
  context.print.say(`${changed.username} ${outcome}.`);
  if (context.print.isJson) context.print.json(documentOf(changed));
}
