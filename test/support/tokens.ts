import { createHmac, type KeyObject, sign } from 'node:crypto';

/** Members of a token; undefined leaves one out. */
export type Members = Readonly<Record<string, unknown>>;

/** Text or bytes in base64url. */
export const base64url = (value: string | Uint8Array): string => Buffer.from(value).toString('base64url');

/** A value as JSON in base64url; numbers that JSON cannot express may be given as text between quotes of their own. */
export const encoded = (value: unknown): string => base64url(JSON.stringify(value).replace(/"raw:([^"]*)"/g, '$1'));

/** The members of the middle part of a token. */
export const claimsOf = (token: string): Members =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Members;

/** The members of the first part of a token. */
export const headerOf = (token: string): Members =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Members;

/** A signature by a shared secret. */
export const hmac =
  (secret: string | Uint8Array, hash = 'sha256') =>
  (input: string): string =>
    createHmac(hash, secret).update(input).digest('base64url');

/** A signature by a private key of Ed25519. */
export const ed25519 =
  (key: KeyObject) =>
  (input: string): string =>
    sign(null, Buffer.from(input), key).toString('base64url');

/** Puts a token together by hand. */
export function forge(header: unknown, payload: unknown, signer: (input: string) => string): string {
  const input = `${encoded(header)}.${encoded(payload)}`;
  return `${input}.${signer(input)}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The same bytes spelled with other unused bits at the end; RFC 4648, 3.5 allows decoders to accept them. */
export function withOtherUnusedBits(token: string): string {
  const last = alphabet.indexOf(token.at(-1) ?? '');
  return `${token.slice(0, -1)}${alphabet[last ^ 1]}`;
}
