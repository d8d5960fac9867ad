import { inspectToken, issueTokenFor } from '@backroom/core/identity';
import { text } from '@backroom/core/interface';
import { readAll } from '../../ask-password.ts';
import { command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { findUser } from '../../find-user.ts';
import { pairs } from '../../print.ts';

/** Shows the claims of a token and the result of its verification. */
export const tokenInspect = command({
  name: 'token inspect',
  group: 'Accounts',
  summary: 'Show the claims of an access token and the failed check; ends with 6 when it is refused.',
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

/** Issues a token without a password. */
export const tokenIssue = command({
  name: 'token issue',
  group: 'Accounts',
  summary:
    'Print an access token of an account, valid for eight hours; it grants the rights of that account, so it takes --yes.',
  examples: ['backroom token issue anna --yes'],
  args: { user: text({ required: true, description: 'Name or id.' }) },
  async run(context, { user: named }) {
    if (!context.isSure) throw new UsageError('The token grants the rights of that account. Confirm with --yes.');
    const { userId } = await findUser(context, named, 'living');
    const { accessToken, expiresAt, user } = await context.run(issueTokenFor, { id: userId });
    context.print.say(`A token of ${user.username}, until ${expiresAt.toISOString()}:`);
    context.print.result(
      {
        access_token: accessToken,
        token_type: 'bearer',
        expires_at: expiresAt,
        user_id: user.userId,
        username: user.username,
      },
      [accessToken],
    );
  },
});

const times = ['iat', 'exp', 'nbf'];

/** Claims for people: times also as dates. */
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
