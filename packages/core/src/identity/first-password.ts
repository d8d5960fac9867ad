import { GENERATED_PASSWORD_LIFETIME, generatePassword } from './password.ts';
import type { IdentityPorts, StoredPassword } from './ports.ts';

/** Makes a password to start with, unusable after three days, and the form in which it is kept. */
export async function generateFirstPassword(
  ports: IdentityPorts,
): Promise<{ readonly password: StoredPassword; readonly generated: string }> {
  const generated = generatePassword(ports.random);
  const expiresAt = new Date(ports.clock.now().getTime() + GENERATED_PASSWORD_LIFETIME);
  return { password: { hash: await ports.passwords.hash(generated), expiresAt }, generated };
}
