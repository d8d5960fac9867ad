import { invalidField } from '../../kernel/errors.ts';
import type { RandomSource } from '../../kernel/ports.ts';

/** Maximum characters of a password; longer ones are refused, never truncated. */
export const PASSWORD_MAX_LENGTH = 256;
/** Lifetime of a generated password, in milliseconds: 72 hours. */
export const GENERATED_PASSWORD_LIFETIME = 72 * 3_600_000;
/** Letters and digits without ambiguous ones. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Generates a password of 20 characters: more than 116 bits. */
export const generatePassword = (random: RandomSource): string => random.characters(20, alphabet);

/** The context that a password is validated in. */
export interface PasswordContext {
  readonly username: string;
  readonly siteName: string;
  readonly minLength: number;
  readonly isCommon: (password: string) => boolean;
}

/**
 * Refuses a password that is too short, too long, common, or the user or site name followed by digits.
 * There are no composition rules (OWASP ASVS 5.0, 6.2.5).
 * @throws DomainError `too_short`, `too_long`, `password_too_common`, `password_contains_username`
 */
export function demandGoodPassword(password: string, context: PasswordContext, field = 'password'): void {
  const length = [...password].length;
  if (length < context.minLength) throw invalidField(field, 'too_short', `At least ${context.minLength} characters.`);
  if (length > PASSWORD_MAX_LENGTH) throw invalidField(field, 'too_long', `At most ${PASSWORD_MAX_LENGTH} characters.`);
  const typed = password.toLowerCase();
  const isName = (name: string) =>
    name !== '' && typed.startsWith(name.toLowerCase()) && /^[0-9]*$/.test(typed.slice(name.toLowerCase().length));
  if (isName(context.username)) {
    throw invalidField(field, 'password_contains_username', 'A password must be more than the username.');
  }
  if (isName(context.siteName) || context.isCommon(password)) {
    throw invalidField(field, 'password_too_common', 'Too many people use that password.');
  }
}
