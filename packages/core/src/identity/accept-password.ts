import { demandGoodPassword } from './password.ts';
import type { IdentityPorts, StoredPassword } from './ports.ts';

/** The stored form of a password that somebody chose, or a refusal of the field it came in. */
export async function acceptPassword(
  ports: IdentityPorts,
  username: string,
  password: string,
  field = 'password',
): Promise<StoredPassword> {
  const { siteName, passwordMinLength: minLength } = ports.settings;
  const isCommon = (candidate: string) => ports.commonPasswords.includes(candidate);
  demandGoodPassword(password, { username, siteName, minLength, isCommon }, field);
  return { hash: await ports.passwords.hash(password), expiresAt: null };
}
