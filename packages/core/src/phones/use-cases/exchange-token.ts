import { optionNames } from '../../back-office/index.ts';
import {
  applicationPasswordsDisabledForUser,
  type CreatedApplicationPassword,
  issueApplicationPassword,
  type User,
} from '../../identity/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { AuditNote } from '../../kernel/audit.ts';
import { useCase } from '../../kernel/use-case.ts';
import { submitMail } from '../../notifications/index.ts';
import { hexDigest, MOST_WRONG_GRANTS, PHONE_APP_ID, type SignInAttempt, stateAt } from '../attempt.ts';
import {
  acceptsMethod,
  addressKey,
  demandPasswords,
  demandSecure,
  demandSecureSite,
  hasSignInMail,
  mayHavePhones,
  takeLimit,
} from '../conditions.ts';
import { passwordNameOf } from '../device.ts';
import {
  grantInvalid,
  notApproved,
  signInNotAllowed,
  signInUserNotFound,
  tokenExpired,
  tokenInvalid,
} from '../errors.ts';
import { phoneSignedInMail } from '../mails.ts';
import type { PhonesPorts } from '../ports.ts';

/** An approved token and its grant. */
export interface ExchangeTokenInput {
  readonly token: string;
  readonly exchangeGrant?: string;
  /** Public base address of the site. */
  readonly siteUrl: string;
  /** First path segment of the pages, for the link in the mail. */
  readonly adminPath: string;
}

/** The credentials of a phone; the password is shown once, not stored. */
export interface PhoneCredentials {
  readonly user: User;
  readonly siteUrl: string;
  readonly secret: string;
  readonly uuid: string;
}

/**
 * Exchanges an approved token for an application password: the token is consumed, the password stored and the mail to the user
 * queued in one unit of work, so that a token yields one password at most, whatever is interrupted.
 * @throws DomainError `ssl_required`, `insecure_site_url`, `invalid_token`, `token_expired`, `qr_login_not_approved`,
 * `invalid_exchange_grant`, `user_not_found`, `application_passwords_unavailable`,
 * `application_passwords_disabled_for_user`, `rest_cannot_create_application_passwords`, `rate_limited`
 */
export const exchangePhoneToken = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    audit: 'phone.sign_in',
    refusals: {
      forbidden: ['ssl_required', 'rest_cannot_create_application_passwords'],
      misconfigured: ['insecure_site_url'],
      unauthenticated: ['rest_cannot_create_application_passwords', 'token_expired'],
      'precondition-failed': ['qr_login_not_approved', 'invalid_exchange_grant'],
      'not-found': ['user_not_found'],
      'switched-off': ['application_passwords_unavailable', 'application_passwords_disabled_for_user'],
    },
  },
  (ports: PhonesPorts) =>
    async (actor, input: ExchangeTokenInput, { inUnit, note }): Promise<PhoneCredentials> => {
      demandSecure(ports.settings, actor);
      demandSecureSite(ports.settings, input.siteUrl);
      const attempt = await knownAttempt(ports, actor, input.token);
      demandSecureSite(ports.settings, attempt.siteUrl);
      note({ target: { type: 'user', id: attempt.userId } });
      await takeLimit(ports, 'qr-login-exchange-ip', addressKey(actor));
      await takeLimit(ports, 'qr-login-exchange', attempt.tokenHash);
      demandApproved(ports, attempt);
      const grantHash = hexDigest(ports, input.exchangeGrant ?? '');
      if (!ports.secretDigest.areSame(grantHash, attempt.scan?.grantHash ?? '')) await refuseGrant(ports, attempt);
      const user = await userOf(ports, actor, attempt);
      const signIn: SignIn = { attempt, user, grantHash, adminPath: input.adminPath, note };
      const { password, secret } = await inUnit(() => issue(ports, signIn));
      return { user, siteUrl: attempt.siteUrl, secret, uuid: password.uuid };
    },
);

async function knownAttempt(ports: PhonesPorts, actor: Actor, token: string): Promise<SignInAttempt> {
  const attempt = await ports.signInAttempts.find(hexDigest(ports, token));
  if (attempt && (await acceptsMethod(ports, attempt))) return attempt;
  await takeLimit(ports, 'qr-login-exchange-invalid', addressKey(actor));
  throw tokenInvalid();
}

function demandApproved({ clock }: PhonesPorts, attempt: SignInAttempt): void {
  if (attempt.state === 'consumed') throw tokenInvalid();
  const state = stateAt(attempt, clock.now());
  if (state === 'expired') throw tokenExpired();
  if (state !== 'approved') throw notApproved();
}

/** The count is committed, although the request is refused. */
async function refuseGrant({ clock, events, signInAttempts }: PhonesPorts, attempt: SignInAttempt): Promise<never> {
  const isCounted = await signInAttempts.countWrongGrant(attempt.tokenHash, MOST_WRONG_GRANTS, clock.now());
  if (isCounted && attempt.wrongGrants + 1 >= MOST_WRONG_GRANTS)
    events.publish({ type: 'qr_login.rejected', userId: attempt.userId });
  throw grantInvalid();
}

async function userOf({ users, settings }: PhonesPorts, actor: Actor, { userId }: SignInAttempt): Promise<User> {
  const user = await users.find(userId);
  if (!user || user.deletedAt !== null) throw signInUserNotFound();
  demandPasswords(settings, actor);
  if (user.mustChangePassword) throw applicationPasswordsDisabledForUser();
  if (!mayHavePhones(settings, user)) throw signInNotAllowed();
  return user;
}

interface SignIn {
  readonly attempt: SignInAttempt;
  readonly user: User;
  readonly grantHash: string;
  readonly adminPath: string;
  readonly note: AuditNote;
}

async function issue(ports: PhonesPorts, signIn: SignIn): Promise<CreatedApplicationPassword> {
  const { attempt, user, grantHash, note } = signIn;
  const { clock, events, ids, shopSettings, signInAttempts } = ports;
  const { userId, username } = user;
  const at = clock.now();
  const { timeZone } = await shopSettings.read();
  const name = passwordNameOf(attempt.scan?.device ?? {}, at, timeZone);
  const uuid = ids.next();
  if (!(await signInAttempts.consume(attempt.tokenHash, grantHash, { uuid, name, at }))) throw tokenInvalid();
  const wanted = { uuid, userId, appId: PHONE_APP_ID, name, createdAt: at, expiresAt: null, scopes: null };
  const created = await issueApplicationPassword(ports, wanted);
  await ports.options.write(new Map([[optionNames.phoneSignedIn, 'yes']]), at);
  await queueMail(ports, signIn, { name, at });
  note({
    actor: { userId, username },
    target: { type: 'application_password', id: uuid },
    changes: { name: { from: null, to: name } },
  });
  events.publish({ type: 'qr_login.consumed', userId, uuid });
  return created;
}

/** The outbox: the mail is queued if the sign-in is committed, and its delivery does not delay it. */
async function queueMail(
  ports: PhonesPorts,
  { attempt: { siteUrl, scan }, user, adminPath }: SignIn,
  { name, at }: { readonly name: string; readonly at: Date },
): Promise<void> {
  if (user.email === null || user.email === '' || !(await hasSignInMail(ports))) return;
  const { siteName } = await ports.shopSettings.read();
  const input = phoneSignedInMail({
    userId: user.userId,
    site: siteName ?? ports.settings.siteName,
    device: scan?.device ?? {},
    passwordName: name,
    at,
    page: `${siteUrl}/${adminPath}/phones`,
  });
  await submitMail(ports, input);
}
