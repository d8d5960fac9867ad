import { listKeys, type RingEntry, rotateKeys, rotateSecrets } from '@backroom/core/identity';
import { flag } from '@backroom/core/interface';
import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { ExitCode } from '../../exit-code.ts';
import { table } from '../../print.ts';

/** Rotates the keys of access tokens and of stored secrets. */
export const keys = [
  command({
    name: 'keys list',
    group: 'Run the server',
    summary: 'List the keys of access tokens, without the keys themselves.',
    examples: ['backroom keys list'],
    async run({ print, run }) {
      const entries = await run(listKeys, {});
      const rows = entries.map(({ kid, alg, state, retiredAt }) => [kid, alg, state, retiredAt?.toISOString()]);
      print.result(entries.map(documentOf), table(['kid', 'alg', 'state', 'retired'], rows));
    },
  }),
  command({
    name: 'keys rotate',
    group: 'Run the server',
    summary: 'Sign access tokens with a new key; running servers follow, and existing sessions stay valid.',
    examples: ['backroom keys rotate', 'backroom keys rotate --drop-old'],
    flags: {
      drop_old: flag({
        description: 'After a theft: refuse all tokens of the old keys immediately; all users sign in again.',
      }),
    },
    async run(context, { dropOld = false }) {
      if (dropOld) await context.confirm('Refuse all tokens issued so far?');
      const { added, retired, removed } = await context.run(rotateKeys, { dropOld });
      context.print.say(
        `Tokens are signed with ${added.kid} from now on.`,
        ...(retired.length > 0 ? [`Still accepted, for eight hours at least: ${retired.join(', ')}.`] : []),
        ...(removed.length > 0 ? [`Not accepted any more: ${removed.join(', ')}.`] : []),
      );
      context.print.result({ added: documentOf(added), retired, removed }, []);
    },
  }),
  command({
    name: 'secrets rotate',
    group: 'Run the server',
    summary: 'Encrypt all stored secrets again: with a new key, or with SECRETS_KEY where that is set.',
    examples: ['backroom secrets rotate'],
    run: resealAll,
  }),
];

async function resealAll({ print, run }: Context): Promise<ExitCode> {
  const { hasFreshKey, sealedAnew, unreadable } = await run(rotateSecrets, {});
  const count = `${sealedAnew} secret${sealedAnew === 1 ? '' : 's'}`;
  print.say(
    hasFreshKey ? `A new key is in use; re-encrypted: ${count}.` : `Re-encrypted with SECRETS_KEY: ${count}.`,
    ...(unreadable > 0
      ? ['A stored secret opens with no key. Set it again: backroom ldap set bind_password, or SECRETS_KEYS_OLD.']
      : adviceFor(hasFreshKey, sealedAnew)),
  );
  print.result({ fresh_key: hasFreshKey, sealed_anew: sealedAnew, unreadable }, []);
  return unreadable > 0 ? ExitCode.invalid : ExitCode.ok;
}

function adviceFor(hasFreshKey: boolean, sealedAnew: number): readonly string[] {
  if (hasFreshKey) return [];
  if (sealedAnew > 0) return ['Nothing needs SECRETS_KEYS_OLD any more: remove it and restart the servers.'];
  return [
    'To change the key: put the key of now into SECRETS_KEYS_OLD and a new one (openssl rand -base64 32) into SECRETS_KEY,',
    'restart the servers, and run this again.',
  ];
}

const documentOf = ({ kid, alg, state, retiredAt }: RingEntry) => ({
  kid,
  alg,
  state,
  retired_at: retiredAt ?? null,
});
