import type { IdentityPorts } from '../ports.ts';
import { type ApplicationPassword, generateSecret, MOST_APPLICATION_PASSWORDS } from './application-password.ts';
import { tooManyApplicationPasswords } from './errors.ts';

/** A password to be issued; its secret is generated. */
export type NewApplicationPassword = Omit<ApplicationPassword, 'lastUsedAt' | 'lastIp'>;

/** The new password, and its secret: shown once, not stored. */
export interface CreatedApplicationPassword {
  readonly password: ApplicationPassword;
  /** 24 letters and digits, without blanks. */
  readonly secret: string;
}

/**
 * Generates and stores an application password as part of the surrounding unit of work; the caller has checked permission.
 * @throws DomainError `rest_cannot_create_application_passwords` for an account with the maximum number of them
 */
export async function issueApplicationPassword(
  ports: Pick<IdentityPorts, 'applicationPasswords' | 'events' | 'random' | 'secretDigest'>,
  wanted: NewApplicationPassword,
): Promise<CreatedApplicationPassword> {
  const { applicationPasswords, events, random, secretDigest } = ports;
  const { userId } = wanted;
  if ((await applicationPasswords.count(userId)) >= MOST_APPLICATION_PASSWORDS) throw tooManyApplicationPasswords();
  const secret = generateSecret(random);
  const password: ApplicationPassword = { ...wanted, lastUsedAt: null, lastIp: null };
  await applicationPasswords.insert({ ...password, hash: secretDigest.of(secret) });
  events.publish({ type: 'application_password.created', userId, uuid: password.uuid });
  return { password, secret };
}
