import { inspectToken } from '@backroom/core';
import { text } from '@backroom/core/rest';
import { readAll } from '../ask-password.ts';
import { command } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { pairs } from '../print.ts';

/** The command that says why a token is accepted or refused. */
export const tokenInspect = command({
  name: 'token inspect',
  group: 'Accounts',
  summary: 'Say what an access token holds and which check it fails; ends with 6 when it is refused.',
  examples: ['backroom token inspect eyJhbGciOi…', 'echo "$TOKEN" | backroom token inspect -'],
  args: { token: text({ required: true, description: 'The token, or - to read it from the standard input.' }) },
  async run({ print, run, terminal }, { token }) {
    const text = token === '-' ? (await readAll(terminal)).trim() : token;
    const { valid, fault, claims } = await run(inspectToken, { token: text });
    print.say(valid ? 'The token is valid.' : `The token is refused: ${fault}.`);
    print.result({ valid, fault, claims }, pairs({ valid, fault, ...readable(claims ?? {}) }));
    return valid ? ExitCode.ok : ExitCode.refused;
  },
});

const times = ['iat', 'exp', 'nbf'];

/** Times as people read them. */
const readable = (claims: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [name, times.includes(name) ? momentOf(value) : asText(value)]),
  );

const asText = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

function momentOf(seconds: unknown): unknown {
  const moment = typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? `${seconds} (${moment.toISOString()})` : asText(seconds);
}
