import { createSignInLink } from '@backroom/core/identity';
import { text } from '@backroom/core/interface';
import { command } from '../../command.ts';
import { findUser } from '../../find-user.ts';

/** Prints a one-time sign-in link for a browser. */
export const openCommand = command({
  name: 'open',
  group: 'Accounts',
  summary: 'Print a link that signs a browser in to an account once, within five minutes.',
  examples: ['backroom open --user anna'],
  flags: { user: text({ required: true, description: 'Name or id.' }) },
  async run(context, { user: named }) {
    const { userId } = await findUser(context, named, 'living');
    const { shopNames, database } = await context.settings();
    const { secret, expiresAt, user } = await context.run(createSignInLink, { id: userId });
    const { url: base, isServer } = await context.backend();
    const url = `${base}/${shopNames.adminPath}/open?token=${secret}`;
    context.print.say(
      `This link signs a browser in as ${user.username}, once, until ${expiresAt.toISOString()}:`,
      ...(isServer || database.kind !== 'embedded' ? [] : ['No server is running; start it before: backroom serve']),
    );
    context.print.result({ url, expires_at: expiresAt, user_id: user.userId, username: user.username }, [url]);
  },
});
