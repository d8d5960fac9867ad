import { procedure } from '../../kernel/use-case.ts';
import { invalidCredentials } from '../errors.ts';
import { type IssuedToken, issueToken } from '../issue-token.ts';
import type { IdentityPorts, LoginRecord } from '../ports.ts';

/** What somebody says to prove who they are. */
export interface LogInInput {
  readonly username: string;
  readonly password: string;
}

/**
 * Gives a token to whoever knows the password of an active account.
 *
 * Every failure looks alike and takes at least the configured time, whatever its reason.
 * @throws DomainError `invalid_credentials`, `busy`
 */
export const logIn = procedure(
  'anyone',
  (ports: IdentityPorts) =>
    async (_, input: LogInInput): Promise<IssuedToken> => {
      const started = ports.clock.now().getTime();
      const record = await ports.users.forLogin(input.username);
      const accepted = await isAccepted(ports, record, input.password);
      if (!record || !accepted) {
        ports.events.publish({ type: 'login.failed', username: input.username });
        await ports.clock.wait(Math.max(0, started + ports.settings.loginMinMs - ports.clock.now().getTime()));
        throw invalidCredentials();
      }
      await noteLogin(ports, record, input.password);
      return issueToken(ports, record.user, record.tokenVersion);
    },
);

async function isAccepted(ports: IdentityPorts, record: LoginRecord | undefined, password: string): Promise<boolean> {
  const local = record?.user.source === 'local' ? record.password : null;
  const matches = await ports.passwords.verify(password, local?.hash);
  if (!record || !matches || !record.user.isActive || record.user.isSystem) return false;
  return !local?.expiresAt || ports.clock.now() < local.expiresAt;
}

async function noteLogin(ports: IdentityPorts, { user, password }: LoginRecord, typed: string): Promise<void> {
  const fresh = password && ports.passwords.needsRehash(password.hash) ? await ports.passwords.hash(typed) : undefined;
  await ports.unitOfWork.run(() => ports.users.noteLogin(user.userId, ports.clock.now(), user.source, fresh));
}
