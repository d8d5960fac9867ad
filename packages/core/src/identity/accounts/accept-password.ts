import type { IdentityPorts, StoredPassword } from '../ports.ts';
import { demandGoodPassword } from './password.ts';

/**
 * Checks a chosen password against the rules of the installation; takes no hash.
 * @throws DomainError `too_short`, `password_too_common`, `password_contains_username`
 */
export function demandAcceptable(ports: IdentityPorts, username: string, password: string, field = 'password'): void {
  const { siteName, passwordMinLength: minLength } = ports.settings;
  const isCommon = (candidate: string) => ports.commonPasswords.includes(candidate);
  demandGoodPassword(password, { username, siteName, minLength, isCommon }, field);
}

/**
 * The stored form of a chosen password. Hashing takes about 100 ms: call it outside of units of work.
 * @throws DomainError `too_short`, `password_too_common`, `password_contains_username`
 */
export async function acceptPassword(
  ports: IdentityPorts,
  username: string,
  password: string,
  field = 'password',
): Promise<StoredPassword> {
  demandAcceptable(ports, username, password, field);
  return { hash: await ports.passwords.hash(password), expiresAt: null };
}
