import type { IdentityPorts } from '../../identity/index.ts';
import { deviceTokenMissing, deviceTokenUnknown, deviceTokenWeak, pushAddressInvalid } from '../errors.ts';
import type { NotificationPorts } from '../ports.ts';
import type { PairedPhone } from './pairing.ts';

const TOKEN_LENGTH = 40;
const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const tokenForm = /^[A-Za-z0-9._:-]{32,512}$/;
const LONGEST_DEVICE = 100;
const LONGEST_URL = 500;
/** Purpose of the encryption of keys of push messages. */
export const PUSH_KEY = 'push.key';

/**
 * The paired phone with this device token.
 * @throws DomainError `device_token_missing`, `device_token_unknown`
 */
export async function demandPhone(
  { phonePairing, secretDigest }: Pick<NotificationPorts, 'phonePairing' | 'secretDigest'>,
  token: string | undefined,
): Promise<PairedPhone> {
  const given = demandToken(token);
  const { phone } = await phonePairing.read();
  if (!phone || !isTokenOf(phone, given, secretDigest)) throw deviceTokenUnknown();
  return phone;
}

/**
 * The device token of a request.
 * @throws DomainError `device_token_missing`
 */
export function demandToken(token: string | undefined): string {
  const given = token?.trim() ?? '';
  if (given === '') throw deviceTokenMissing();
  return given;
}

/** Whether a device token is that of a phone, in constant time. */
export const isTokenOf = (
  { tokenDigest }: PairedPhone,
  token: string,
  secretDigest: IdentityPorts['secretDigest'],
): boolean => tokenForm.test(token) && secretDigest.areSame(secretDigest.of(token), tokenDigest);

/**
 * The token that a phone uses from now on: the one that it chose, or a new one.
 * @throws DomainError `device_token_weak`
 */
export function newToken({ random }: Pick<NotificationPorts, 'random'>, chosen: string | undefined): string {
  const given = chosen?.trim() ?? '';
  if (given === '') return random.characters(TOKEN_LENGTH, TOKEN_ALPHABET);
  if (!tokenForm.test(given)) throw deviceTokenWeak();
  return given;
}

/** The name of a phone, without control characters and cut to its limit. */
export const deviceName = (name: string | undefined): string =>
  (name ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DEVICE)
    .toWellFormed() || 'Phone';

const addressForm = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#]*)?$/i;
const KEY_LENGTH = 32;
const KEY_ALPHABET = `${TOKEN_ALPHABET}+/`;

/** Address and key of push messages; all null without push messages. */
export interface NewPush {
  readonly url: string | null;
  /** As the phone gets it (Standard Webhooks): `whsec_` and 24 random bytes in base64. */
  readonly key: string | null;
  readonly sealedKey: string | null;
}

/**
 * Prepares push messages to an address. There are none without an address, and where no secret can be stored.
 * @throws DomainError `push_address_invalid`
 */
export function newPush(
  { random, secretBox }: Pick<NotificationPorts, 'random' | 'secretBox'>,
  address: string | undefined,
): NewPush {
  const given = address?.trim() ?? '';
  if (given !== '' && (given.length > LONGEST_URL || !addressForm.test(given))) throw pushAddressInvalid();
  if (given === '' || !secretBox.canSeal) return { url: null, key: null, sealedKey: null };
  const key = `whsec_${random.characters(KEY_LENGTH, KEY_ALPHABET)}`;
  return { url: given, key, sealedKey: secretBox.seal(key, PUSH_KEY) };
}
