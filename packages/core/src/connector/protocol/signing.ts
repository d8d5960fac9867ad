import type { ConnectorPorts } from '../ports.ts';

/** Permitted difference (ms) between the clocks of both sites. */
export const CLOCK_TOLERANCE = 5 * 60_000;
/** Time (ms) for which nonces of received requests are remembered: as long as their time is accepted, and a margin. */
export const NONCE_LIFETIME = 2 * CLOCK_TOLERANCE + 60_000;
/** Time (ms) in which an error of a sent request is confirmed. */
export const SENT_LIFETIME = 24 * 3_600_000;
const NONCE_LENGTH = 32;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SECOND = 1_000;

/** The signed parts of a request. */
export interface SignedParts {
  readonly method: string;
  /** Path on the shop interface with its query, without `rest_route`. */
  readonly target: string;
  readonly siteId: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly nonce: string;
  /** SHA-256 of the body in hexadecimal digits. */
  readonly digest: string;
}

/** The text that is signed; the id of the receiving site binds a request to it. */
export const signedText = (receiver: string, parts: SignedParts): string =>
  ['connector-1', parts.method, parts.target, receiver, parts.siteId, parts.timestamp, parts.nonce, parts.digest].join(
    '\n',
  );

/** A random nonce of 192 bits. */
export const newNonce = ({ random }: Pick<ConnectorPorts, 'random'>): string =>
  random.characters(NONCE_LENGTH, LETTERS);

/** SHA-256 in hexadecimal digits. */
export const digestOf = ({ digests }: Pick<ConnectorPorts, 'digests'>, text: string): string =>
  Array.from(digests.sha256(text), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A time in seconds since 1970. */
export const secondsOf = (time: Date): string => String(Math.floor(time.getTime() / SECOND));

/** Headers of a signed request. */
export const signedHeaders = (parts: SignedParts, signature: string): Readonly<Record<string, string>> => ({
  'x-site-id': parts.siteId,
  'x-site-timestamp': parts.timestamp,
  'x-site-nonce': parts.nonce,
  'x-site-digest': parts.digest,
  'x-site-signature': signature,
});
