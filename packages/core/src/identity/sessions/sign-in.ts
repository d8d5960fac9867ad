import type { Actor } from '../../kernel/actor.ts';
import type { AuditDetails, AuditNote } from '../../kernel/audit.ts';
import { accountTarget } from '../accounts/audit-details.ts';
import { decideAtDirectory, type LoginDecision } from '../directory/login.ts';
import type { LoginRefusal } from '../directory/person.ts';
import { directoryUnavailable, invalidCredentials } from '../errors.ts';
import type { IdentityPorts, LoginRecord } from '../ports.ts';
import { newSession } from './browser-session.ts';
import { type IssuedToken, issueToken } from './issue-token.ts';
import { limitLogin } from './login-limits.ts';

/** The credentials of a login. */
export interface LogInInput {
  readonly username: string;
  readonly password: string;
  /** A random id known to the signing-in browser only. */
  readonly browser?: string;
  /** Whether it begins a browser session, which can be renewed. */
  readonly opensSession?: boolean;
}

/**
 * Checks the credentials of a login within its limits and issues a token. Every failure has the same answer and takes at least the
 * configured time.
 * @throws DomainError `invalid_credentials`, `directory_unavailable`, `rate_limited`, `busy`
 */
export async function signIn(
  ports: IdentityPorts,
  { actor, note }: { readonly actor: Actor; readonly note: AuditNote },
  input: LogInInput,
): Promise<IssuedToken> {
  note({ target: { type: 'username', id: input.username } });
  const { username, browser } = input;
  return limitLogin(ports, { username, browser, ip: actor.origin.ip }, () => check(ports, input, note));
}

async function check(ports: IdentityPorts, input: LogInInput, note: AuditNote): Promise<IssuedToken> {
  const started = ports.clock.now().getTime();
  const judgement = await judge(ports, input);
  note(auditDetailsOf(judgement, input));
  if (judgement.outcome === 'accepted')
    return issueToken(ports, judgement, input.opensSession ? newSession(ports) : undefined);
  ports.events.publish({ type: 'login.failed', username: input.username });
  await ports.clock.wait(Math.max(0, started + ports.settings.loginMinMs - ports.clock.now().getTime()));
  throw judgement.outcome === 'unavailable' ? directoryUnavailable() : invalidCredentials();
}

async function judge(ports: IdentityPorts, { username, password }: LogInInput): Promise<LoginDecision> {
  const record = await ports.users.forLogin(username);
  const local = record?.user.source === 'local' ? record.password : null;
  // Constant-time: verifies against a dummy hash for unknown users.
  const matches = await ports.passwords.verify(password, local?.hash);
  const reason = record ? refusalOf(ports, record, matches) : 'unknown_user';
  if (!record || reason !== undefined) {
    return decideAtDirectory(ports, { username, password, record, reason: reason ?? 'wrong_password' });
  }
  await recordLogin(ports, record, password);
  return { outcome: 'accepted', user: record.user, tokenVersion: record.tokenVersion };
}

/** Why the local check refuses an account; undefined if it accepts. */
function refusalOf(
  { clock }: IdentityPorts,
  { user, password }: LoginRecord,
  matches: boolean,
): LoginRefusal | undefined {
  if (!matches) return 'wrong_password';
  if (!user.isActive || user.isSystem) return 'inactive';
  return password?.expiresAt && clock.now() >= password.expiresAt ? 'expired' : undefined;
}

async function recordLogin(ports: IdentityPorts, { user, password }: LoginRecord, typed: string): Promise<void> {
  const fresh = password && ports.passwords.needsRehash(password.hash) ? await ports.passwords.hash(typed) : undefined;
  await ports.unitOfWork.run(() => ports.users.recordLogin(user.userId, ports.clock.now(), user.source, fresh));
}

/** The true reason is written to the audit log only. */
function auditDetailsOf(judgement: LoginDecision, { username }: LogInInput): AuditDetails {
  if (judgement.outcome === 'accepted') {
    const { user, remark, also } = judgement;
    const facts = { ...accountTarget(user), actor: user };
    return { ...facts, ...(remark !== undefined && { reason: remark }), ...(also && { also: { ...facts, ...also } }) };
  }
  const user = judgement.outcome === 'refused' ? judgement.user : undefined;
  return { ...(user ? accountTarget(user) : { target: { type: 'username', id: username } }), reason: judgement.reason };
}
