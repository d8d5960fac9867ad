import type { KernelPorts, RandomSource } from '../kernel/ports.ts';
import type { Device } from './device.ts';
import type { PhonesPorts } from './ports.ts';

/** How a phone gets its token: from a code on a screen, or from a link in a mail. */
export type SignInMethod = 'qr' | 'magic_link';

/** A state as the database has it; `rejected` and `consumed` are final. */
export type StoredSignInState = 'pending' | 'scanned' | 'approved' | 'rejected' | 'consumed';

/** The state of a sign-in at a moment: a stored one, or `expired` once its time is over. */
export type SignInState = StoredSignInState | 'expired';

/** What a phone adds by scanning: its device, the numbers to match, and the secrets of its session, as digests. */
export interface PhoneScan {
  readonly device: Device;
  /** Three numbers of three digits in the order of display. */
  readonly numbers: readonly string[];
  /** The one of them that the phone shows. */
  readonly realNumber: string;
  /** SHA-256 of the session id, which only the phone knows. */
  readonly sessionHash: string;
  /** With the session id it yields the exchange grant; see `grantOf`. */
  readonly grantSalt: string;
  /** SHA-256 of the exchange grant. */
  readonly grantHash: string;
  /** When the choice of a number ends. */
  readonly expiresAt: Date;
}

/** One sign-in of a phone, from the token to the password. */
export interface SignInAttempt {
  /** SHA-256 of the token, in hexadecimal; the token is not stored. */
  readonly tokenHash: string;
  readonly method: SignInMethod;
  readonly userId: number;
  /** Public base address of the site when the token was made. */
  readonly siteUrl: string;
  readonly state: StoredSignInState;
  readonly createdAt: Date;
  /** When it entered this state. */
  readonly stateAt: Date;
  /** The end of the token; nothing extends it. */
  readonly expiresAt: Date;
  readonly scan: PhoneScan | null;
  readonly wrongGrants: number;
  /** The issued application password. */
  readonly password: IssuedPassword | null;
}

/** The application password that a sign-in has issued. */
export interface IssuedPassword {
  readonly uuid: string;
  readonly name: string;
}

/** The application id of every password issued to a phone, so that they can be found and revoked together. */
export const PHONE_APP_ID = '2f7f8a54-0c3e-4d0f-9f0b-6a1f5c1d7e92';
/** Lifetime of a token in a code, in seconds. */
export const TOKEN_TTL = 300;
/** Lifetime of a token in a mail, in seconds. */
export const LINK_TTL = 900;
/** Time for the choice of a number, in seconds. */
export const CHALLENGE_TTL = 90;
/** Seconds for which the outcome of a sign-in is shown after its end. */
export const OUTCOME_TTL = 300;
/** The number of wrong grants that ends a sign-in. */
export const MOST_WRONG_GRANTS = 3;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const digits = '0123456789';
const tokenLength = 64;
const saltLength = 43;
const numberLength = 3;
/** Minimum difference between two numbers, so that a glance is enough. */
const leastDifference = 100;

/** Generates a token: 64 letters and digits. */
export const generateToken = (random: RandomSource): string => random.characters(tokenLength, letters);

/** The moment this number of seconds after another one. */
export const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1_000);

/** Unix time in whole seconds, as the interface publishes it. */
export const unixTime = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

/** The state at a moment: time alone ends a token, and the choice of a number. */
export function stateAt({ state, expiresAt, stateAt: since, scan }: SignInAttempt, now: Date): SignInState {
  if (state === 'consumed') return now < after(since, OUTCOME_TTL) ? 'consumed' : 'expired';
  if (state === 'rejected') return 'rejected';
  if (now >= expiresAt) return 'expired';
  return state === 'scanned' && scan !== null && now >= scan.expiresAt ? 'expired' : state;
}

/** SHA-256 of a text, in hexadecimal. */
export const hexDigest = ({ digests }: Pick<PhonesPorts, 'digests'>, text: string): string =>
  Array.from(digests.sha256(text), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The exchange grant: 32 bytes in hexadecimal, derived from the session id, which only the phone knows, and the salt, which
 * only the database knows; so it can be handed out repeatedly, and neither of them alone yields it.
 */
export const grantOf = (ports: Pick<PhonesPorts, 'digests'>, sessionId: string, salt: string): string =>
  hexDigest(ports, `grant ${salt} ${sessionId}`);

/** A session of a phone: its id, and what is stored of it. */
export interface PhoneSession {
  readonly id: string;
  readonly stored: Pick<PhoneScan, 'sessionHash' | 'grantSalt' | 'grantHash'>;
}

/** Generates the session of a phone and its grant. */
export function generateSession(
  ports: Pick<PhonesPorts, 'digests'> & Pick<KernelPorts, 'ids' | 'random'>,
): PhoneSession {
  const id = ports.ids.next();
  const grantSalt = ports.random.characters(saltLength, letters);
  return {
    id,
    stored: {
      sessionHash: hexDigest(ports, id),
      grantSalt,
      grantHash: hexDigest(ports, grantOf(ports, id, grantSalt)),
    },
  };
}

/** Draws three numbers that differ by at least 100 from each other, and one of them. */
export function drawNumbers(random: RandomSource): Pick<PhoneScan, 'numbers' | 'realNumber'> {
  for (;;) {
    const drawn = random.characters(3 * numberLength, digits);
    const numbers = [drawn.slice(0, 3), drawn.slice(3, 6), drawn.slice(6)];
    if (areApart(numbers.map(Number))) {
      const realNumber = numbers[Number(random.characters(1, '012'))] ?? '';
      return { numbers, realNumber };
    }
  }
}

const areApart = (numbers: readonly number[]): boolean =>
  numbers.every((one, index) => numbers.every((other, at) => at === index || Math.abs(one - other) >= leastDifference));
