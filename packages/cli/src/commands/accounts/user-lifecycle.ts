import { deleteUser, restoreUser, revokeAllTokens, revokeTokens, unlockUser } from '@backroom/core/identity';
import { flag, text } from '@backroom/core/interface';
import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../failure.ts';
import { findUser } from '../../find-user.ts';
import { documentOf } from '../../user-document.ts';

const user = text({ required: true, description: 'Name or id.' });

/** Deletes, restores and unlocks accounts, and ends their sessions. */
export const userLifecycle = [
  command({
    name: 'users delete',
    group: 'Accounts',
    summary: 'Delete an account and end its sessions; what it did stays under its name.',
    examples: ['backroom users delete ben'],
    args: { user },
    flags: { force: flag({ description: 'Also the last administrator.' }) },
    async run(context, { user: named, ...rest }) {
      const { userId, username } = await findUser(context, named, 'living');
      await context.confirm(`Delete ${username}, id ${userId}?`);
      await context.run(deleteUser, { id: userId, ...rest });
      context.print.say(`${username} is deleted.`);
      context.print.result({ user_id: userId, username, deleted: true }, []);
    },
  }),
  command({
    name: 'users restore',
    group: 'Accounts',
    summary: 'Restore a deleted account, without a password.',
    examples: ['backroom users restore ben && backroom users set-password ben'],
    args: { user },
    async run(context, { user: named }) {
      const { userId } = await findUser(context, named, 'deleted');
      const restored = await context.run(restoreUser, { id: userId });
      context.print.say(
        `${restored.username} is back. A password is still to be set: backroom users set-password ${restored.username}`,
      );
      context.print.result(documentOf(restored), []);
    },
  }),
  command({
    name: 'users unlock',
    group: 'Accounts',
    summary: 'Reset the failed logins of an account, which delay the next one.',
    examples: ['backroom users unlock ben'],
    args: { user },
    async run(context, { user: named }) {
      const { userId, username } = await findUser(context, named, 'living');
      await context.run(unlockUser, { id: userId });
      context.print.say(`${username} can try to sign in at once.`);
      context.print.result({ user_id: userId, username, unlocked: true }, []);
    },
  }),
  command({
    name: 'users revoke-tokens',
    group: 'Accounts',
    summary: 'End all sessions of an account, or of all accounts.',
    examples: ['backroom users revoke-tokens ben', 'backroom users revoke-tokens --all'],
    args: { user: text({ description: 'Name or id.' }) },
    flags: { all: flag({ description: 'All accounts, your own included.' }) },
    async run(context, { user: named, all }) {
      if ((named === undefined) === !all) throw new UsageError('Name a user, or say --all.');
      await (named === undefined ? revokeForAll(context) : revokeForOne(context, named));
    },
  }),
];

async function revokeForAll({ confirm, run, print }: Context): Promise<void> {
  await confirm('End the sessions of all accounts?');
  await run(revokeAllTokens, {});
  print.say('The sessions of all accounts have ended.');
  print.result({ all: true, revoked: true }, []);
}

async function revokeForOne(context: Context, named: string): Promise<void> {
  const { userId, username } = await findUser(context, named, 'living');
  await context.run(revokeTokens, { id: userId });
  context.print.say(`The sessions of ${username} have ended.`);
  context.print.result({ user_id: userId, username, revoked: true }, []);
}
