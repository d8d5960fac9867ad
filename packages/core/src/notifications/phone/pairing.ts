/** A one-time code that pairs a phone. */
export interface PairingCode {
  /** The public first part: guesses at other codes do not use up the tries of this one. */
  readonly lookup: string;
  /** Digest of the secret part. */
  readonly digest: string;
  readonly expiresAt: Date;
  readonly triesLeft: number;
  /** The account that asked for it. */
  readonly userId: number | null;
}

/** An attempt at a push message. */
export interface PushAttempt {
  readonly at: Date;
  /** Why it failed; null if the message was accepted. */
  readonly fault: string | null;
}

/** The phone that reads the mail log without an account, by its device token. */
export interface PairedPhone {
  /** Digest of its device token. */
  readonly tokenDigest: string;
  /** Name that the phone gave itself. */
  readonly device: string;
  /** Address that push messages are posted to; null without push messages. */
  readonly pushUrl: string | null;
  /** Encrypted key that signs push messages; null without an address. */
  readonly sealedPushKey: string | null;
  /** The last attempt at a push message; null before the first. */
  readonly lastPush: PushAttempt | null;
  readonly pairedAt: Date;
  /** The account that showed the code. */
  readonly pairedBy: number | null;
}

/** The pairing of the installation: at most one code and one phone. */
export interface PhonePairing {
  readonly code: PairingCode | null;
  readonly phone: PairedPhone | null;
}

/** Stores the one pairing of the installation. */
export interface PhonePairingStore {
  /** The pairing as it is. */
  read(): Promise<PhonePairing>;
  /** The pairing, locked until the surrounding unit of work ends. */
  hold(): Promise<PhonePairing>;
  /** Replaces the pairing; belongs to the unit of work that holds it. */
  save(pairing: PhonePairing): Promise<void>;
}

/** Lifetime of a code (ms): ten minutes. */
export const CODE_LIFETIME = 10 * 60_000;
/** Wrong secrets after which a code is void. */
export const CODE_TRIES = 5;
const LOOKUP_LENGTH = 8;
const SECRET_LENGTH = 24;
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new code as it is shown, and its parts. */
export interface ShownCode {
  readonly text: string;
  readonly lookup: string;
  readonly secret: string;
}

/** Draws a code: `ABCDEFGH-` and 24 more characters (120 random bits). */
export function drawCode(characters: (count: number, alphabet: string) => string): ShownCode {
  const lookup = characters(LOOKUP_LENGTH, ALPHABET);
  const secret = characters(SECRET_LENGTH, ALPHABET);
  return { text: `${lookup}-${secret}`, lookup, secret };
}

/** The link behind the picture of a code: `shopapp://mail-pairing?siteUrl=…&authKey=…`. */
export const pairingLink = (scheme: string, { baseUrl, code }: { readonly baseUrl: string; readonly code: string }) =>
  `${scheme}://mail-pairing?siteUrl=${encodeURIComponent(baseUrl)}&authKey=${encodeURIComponent(code)}`;

/** The outcome of a try: the pairing without its code if that is right, used up or expired. */
export interface CodeTry {
  readonly pairing: PhonePairing;
  /** The code that was redeemed. */
  readonly code: PairingCode | undefined;
}

/**
 * Tries a code. A wrong secret costs a try, and the last try voids the code; the first part of another code costs
 * nothing.
 */
export function redeemCode(
  pairing: PhonePairing,
  { text, now, isSecret }: { text: string; now: Date; isSecret: (secret: string, digest: string) => boolean },
): CodeTry {
  const { code } = pairing;
  const [lookup = '', secret = ''] = text.trim().toUpperCase().split('-', 2);
  if (!code || lookup !== code.lookup) return { pairing, code: undefined };
  const withoutCode = { ...pairing, code: null };
  if (now >= code.expiresAt) return { pairing: withoutCode, code: undefined };
  if (isSecret(secret, code.digest)) return { pairing: withoutCode, code };
  const triesLeft = code.triesLeft - 1;
  return { pairing: triesLeft > 0 ? { ...pairing, code: { ...code, triesLeft } } : withoutCode, code: undefined };
}
