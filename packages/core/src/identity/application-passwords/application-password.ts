import type { Actor } from '../../kernel/actor.ts';
import type { Capability } from '../../kernel/capability.ts';
import type { RandomSource } from '../../kernel/ports.ts';
import type { User } from '../accounts/user.ts';
import { applicationNameEmpty, applicationNameTooLong } from './errors.ts';

/** A password issued to one application; its secret is shown once and not stored. */
export interface ApplicationPassword {
  readonly uuid: string;
  readonly userId: number;
  /** A UUID chosen by the application; empty if it chose none. */
  readonly appId: string;
  /** Display name; need not be unique. */
  readonly name: string;
  readonly createdAt: Date;
  /** Updated at most once a day. */
  readonly lastUsedAt: Date | null;
  readonly lastIp: string | null;
  /** Null if it is valid until revoked. */
  readonly expiresAt: Date | null;
  /** Upper bound of the capabilities it grants; null for all of the account. */
  readonly scopes: readonly Capability[] | null;
}

/** A password with the digest of its secret. */
export interface HashedApplicationPassword extends ApplicationPassword {
  readonly hash: string;
}

/** A password with the name of its account. */
export interface OwnedApplicationPassword extends ApplicationPassword {
  readonly username: string;
}

/** An account, and the candidates among its passwords. */
export interface ApplicationPasswordHolder {
  readonly user: Pick<
    User,
    'userId' | 'username' | 'role' | 'shopRole' | 'isActive' | 'mustChangePassword' | 'isSystem'
  >;
  readonly passwords: readonly HashedApplicationPassword[];
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const secretLength = 24;
const maxNameLength = 200;
const maxLoginLength = 320;
const lookupLength = 8;
/** Minimum interval between updates of `lastUsedAt`, in milliseconds: 24 hours. */
export const USE_RECORD_INTERVAL = 24 * 3_600_000;
/** Maximum number of application passwords per account. */
export const MOST_APPLICATION_PASSWORDS = 1_000;

/** Generates a secret of 24 letters and digits: more than 142 bits. */
export const generateSecret = (random: RandomSource): string => random.characters(secretLength, letters);

/** Formats a secret for display. */
export const inGroupsOfFour = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

/** A typed secret without blanks and other characters outside of its alphabet; undefined if it cannot be a secret. */
export function plainSecret(typed: string): string | undefined {
  if (typed.length > maxLoginLength) return undefined;
  const plain = typed.replace(/[^A-Za-z0-9]/g, '');
  return plain.length === secretLength ? plain : undefined;
}

/** Whether a text can be a login name. */
export const isLogin = (typed: string): boolean =>
  typed !== '' && typed.length <= maxLoginLength && !typed.includes('\0');

/** The prefix of a digest that is the lookup key of its record; too short to be a secret. */
export const lookupOf = (digest: string): string => digest.slice(0, lookupLength);

/** Invisible characters and bidirectional marks. */
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/** Removes tags; linear time for any input. */
function withoutTags(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', from)) {
    const close = text.indexOf('>', open);
    if (close < 0) break;
    pieces.push(text.slice(from, open));
    from = close + 1;
  }
  return [...pieces, text.slice(from)].join('');
}

/** Normalizes the name of an application: no tags or control characters, single blanks, NFC. */
export const plainName = (typed: string): string =>
  withoutTags(typed).replace(unseen, ' ').replace(/\s+/gu, ' ').trim().normalize('NFC');

/**
 * Validates and normalizes the name of an application.
 * @throws DomainError `application_password_empty_name`, `validation_failed`
 */
export function acceptApplicationName(typed: string): string {
  const name = plainName(typed);
  if (name === '') throw applicationNameEmpty();
  if ([...name].length > maxNameLength) throw applicationNameTooLong(maxNameLength);
  return name;
}

/** Whether a text is a UUID, of any version and case. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

export const isExpired = ({ expiresAt }: Pick<ApplicationPassword, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Whether a password grants less than its account has, or expires. */
export const isLimited = ({ scopes, expiresAt }: Pick<ApplicationPassword, 'scopes' | 'expiresAt'>): boolean =>
  scopes !== null || expiresAt !== null;

/**
 * Whether application passwords may be sent: over an encrypted connection, on a local site, or without any network request
 * (command line, embedding, system).
 */
export const isSafeTransport = (
  { siteEnvironment }: { readonly siteEnvironment: 'local' | 'production' },
  { via, origin }: Pick<Actor, 'via' | 'origin'>,
): boolean =>
  siteEnvironment === 'local' ||
  origin.isSecure === true ||
  via === 'command_line' ||
  via === 'embedded' ||
  via === 'system';

/** Whether application passwords may be issued to this caller and sent by them: switched on, and over a safe transport. */
export const offersApplicationPasswords = (
  settings: { readonly applicationPasswords: boolean; readonly siteEnvironment: 'local' | 'production' },
  actor: Pick<Actor, 'via' | 'origin'>,
): boolean => settings.applicationPasswords && isSafeTransport(settings, actor);
