import type { IdentityPorts, StoredPassword } from '../ports.ts';
import { GENERATED_PASSWORD_LIFETIME, generatePassword } from './password.ts';

/** Generates a temporary password, valid for three days, and its stored form. */
export async function generateFirstPassword(
  ports: IdentityPorts,
): Promise<{ readonly password: StoredPassword; readonly generated: string }> {
  const generated = generatePassword(ports.random);
  const expiresAt = new Date(ports.clock.now().getTime() + GENERATED_PASSWORD_LIFETIME);
  return { password: { hash: await ports.passwords.hash(generated), expiresAt }, generated };
}
