import type { OwnedApplicationPassword } from '@backroom/core/identity';
import { flag, text } from '@backroom/core/interface';
import { listPhones, revokePhones } from '@backroom/core/phones';
import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../failure.ts';
import { findUser } from '../../find-user.ts';
import { table } from '../../print.ts';

const user = text({ description: 'Name or id of an account.' });

/** Manages phones that are signed in. */
export const phones = [
  command({
    name: 'phones list',
    group: 'Accounts',
    summary: 'List the phones that are signed in, of all accounts or of one.',
    examples: ['backroom phones list', 'backroom phones list anna --json'],
    args: { user },
    async run(context, { user: named }) {
      const found = await context.run(listPhones, await ownerNamed(context, named));
      const rows = found.map((each) => [
        each.username,
        each.uuid,
        each.name,
        each.createdAt.toISOString(),
        each.lastUsedAt?.toISOString(),
        each.lastIp,
      ]);
      context.print.result(
        found.map(documentOf),
        table(['user', 'uuid', 'name', 'signed in', 'last used', 'from'], rows),
      );
    },
  }),
  command({
    name: 'phones revoke',
    group: 'Accounts',
    summary: 'Sign out one phone, all phones of an account, or all phones.',
    examples: [
      'backroom phones revoke anna 6b1f0f0e-4c1e-4f0e-9d1a-0f6f3f1a2b3c',
      'backroom phones revoke anna',
      'backroom phones revoke --all',
    ],
    args: { user, uuid: text({ maxLength: 36, description: 'As the list shows it; all of the account without it.' }) },
    flags: { all: flag({ description: 'Every phone of every account.' }) },
    async run(context, { user: named, uuid, all }) {
      if ((named === undefined) === !all) throw new UsageError('Name an account, or say --all.');
      const owner = await ownerNamed(context, named);
      const whose = named === undefined ? 'all accounts' : named;
      if (uuid === undefined) await context.confirm(`Sign out all phones of ${whose}?`);
      const one = uuid === undefined ? {} : { uuid: uuid.toLowerCase() };
      const { count } = await context.run(revokePhones, { ...owner, ...one });
      context.print.say(`${count} phones of ${whose} are signed out.`);
      context.print.result({ deleted: true, count }, []);
    },
  }),
];

async function ownerNamed(context: Context, named: string | undefined): Promise<{ readonly userId?: number }> {
  if (named === undefined) return {};
  return { userId: (await findUser(context, named, 'living')).userId };
}

const documentOf = (phone: OwnedApplicationPassword): object => ({
  user_id: phone.userId,
  username: phone.username,
  uuid: phone.uuid,
  name: phone.name,
  created_at: phone.createdAt.toISOString(),
  last_used_at: phone.lastUsedAt?.toISOString() ?? null,
  last_ip: phone.lastIp,
});
