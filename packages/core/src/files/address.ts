import type { Signatures } from './ports.ts';

/** The query of a signed download address: expiry and signature. */
export interface SignedAddress {
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

const signedText = (name: string, expires: number): string => `file\0${name}\0${expires}`;

/** Signs the address of a file, valid until a time; undefined without a signing key. */
export function signAddress(signatures: Signatures, name: string, until: Date): SignedAddress | undefined {
  if (!signatures.canSign) return undefined;
  const expires = Math.floor(until.getTime() / 1_000);
  return { expires, signature: signatures.sign(signedText(name, expires)) };
}

/** Verifies a signed address: valid, expired, or not signed for this file. */
export function verifyAddress(
  signatures: Signatures,
  name: string,
  { expires, signature, now }: SignedAddress & { readonly now: Date },
): 'good' | 'over' | 'wrong' {
  if (!Number.isSafeInteger(expires) || !signatures.isSigned(signedText(name, expires), signature)) return 'wrong';
  return now.getTime() < expires * 1_000 ? 'good' : 'over';
}
