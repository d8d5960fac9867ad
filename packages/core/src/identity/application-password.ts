import type { Actor } from '../kernel/actor.ts';
import type { Capability } from '../kernel/capability.ts';
import type { RandomSource } from '../kernel/ports.ts';
import { applicationNameEmpty, applicationNameTooLong } from './application-password-errors.ts';
import type { User } from './user.ts';

/** A password that somebody gave to one application; its secret is shown once and kept nowhere. */
export interface ApplicationPassword {
  readonly uuid: string;
  readonly userId: number;
  /** A UUID that the application chose for itself; empty when it chose none. */
  readonly appId: string;
  /** What its owner calls it; need not be unique. */
  readonly name: string;
  readonly createdAt: Date;
  /** Noted at most once a day. */
  readonly lastUsedAt: Date | null;
  readonly lastIp: string | null;
  /** Null for one that is good until it is revoked. */
  readonly expiresAt: Date | null;
  /** The capabilities it gives at most; null for all that the account has. */
  readonly scopes: readonly Capability[] | null;
}

/** A password with what its secret is recognised by. */
export interface HashedApplicationPassword extends ApplicationPassword {
  readonly hash: string;
}

/** An account, and those of its passwords that may be the one that was shown. */
export interface ApplicationPasswordHolder {
  readonly user: Pick<
    User,
    'userId' | 'username' | 'role' | 'shopRole' | 'isActive' | 'mustChangePassword' | 'isSystem'
  >;
  readonly passwords: readonly HashedApplicationPassword[];
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const secretLength = 24;
const longestName = 200;
const longestLogin = 320;
const lookupLength = 8;
/** Uses are noted this far apart, in milliseconds: 24 hours. */
export const USE_NOTED_EVERY = 24 * 3_600_000;
/** So many passwords can one account have. */
export const MOST_APPLICATION_PASSWORDS = 1_000;

/** Makes a secret of 24 letters and digits, more than 142 bits. */
export const generateSecret = (random: RandomSource): string => random.characters(secretLength, letters);

/** A secret as people read it: in groups of four. */
export const inGroupsOfFour = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

/** A typed secret without blanks and whatever else cannot be part of it; undefined when it cannot be one. */
export function plainSecret(typed: string): string | undefined {
  if (typed.length > longestLogin) return undefined;
  const plain = typed.replace(/[^A-Za-z0-9]/g, '');
  return plain.length === secretLength ? plain : undefined;
}

/** Whether somebody can be called so at a login. */
export const isLogin = (typed: string): boolean =>
  typed !== '' && typed.length <= longestLogin && !typed.includes('\0');

/** The beginning of a digest, by which its record is found; it says too little to be a secret. */
export const lookupOf = (digest: string): string => digest.slice(0, lookupLength);

/** Marks that are not to be seen, and those that turn the direction of what follows. */
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/** The text between tags; looked through once, whatever stands in it. */
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

/** The name of an application in the form in which it is kept: without tags, control characters and wide gaps. */
export const plainName = (typed: string): string =>
  withoutTags(typed).replace(unseen, ' ').replace(/\s+/gu, ' ').trim().normalize('NFC');

/**
 * Gives a name in the form in which it is kept.
 * @throws DomainError `application_password_empty_name`, `validation_failed`
 */
export function acceptApplicationName(typed: string): string {
  const name = plainName(typed);
  if (name === '') throw applicationNameEmpty();
  if ([...name].length > longestName) throw applicationNameTooLong(longestName);
  return name;
}

/** Whether a text is a UUID, whatever its version and case. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

/** Whether a password has run out. */
export const isExpired = ({ expiresAt }: Pick<ApplicationPassword, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Whether a password gives less than its account has, or not for ever. */
export const isLimited = ({ scopes, expiresAt }: Pick<ApplicationPassword, 'scopes' | 'expiresAt'>): boolean =>
  scopes !== null || expiresAt !== null;

/**
 * Whether application passwords may travel: from a request that nobody could read, on a site that does not leave its
 * machine, or where there is no request at all.
 */
export const mayTravel = (
  { siteEnvironment }: { readonly siteEnvironment: 'local' | 'production' },
  { via, origin }: Pick<Actor, 'via' | 'origin'>,
): boolean =>
  siteEnvironment === 'local' ||
  origin.isSecure === true ||
  via === 'command_line' ||
  via === 'embedded' ||
  via === 'system';
