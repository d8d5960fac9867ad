import type { Signatures } from './ports.ts';

/** What an address says beside the name of a file: until when it is good, and the proof. */
export interface SignedAddress {
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

const signedText = (name: string, expires: number): string => `file\0${name}\0${expires}`;

/** Signs the address of a file, to be good until a moment; undefined where nothing can be signed. */
export function signAddress(signatures: Signatures, name: string, until: Date): SignedAddress | undefined {
  if (!signatures.canSign) return undefined;
  const expires = Math.floor(until.getTime() / 1_000);
  return { expires, signature: signatures.sign(signedText(name, expires)) };
}

/** Whether an address was signed for this file: it is good, its time is over, or it never was. */
export function judgeAddress(
  signatures: Signatures,
  name: string,
  { expires, signature, now }: SignedAddress & { readonly now: Date },
): 'good' | 'over' | 'wrong' {
  if (!Number.isSafeInteger(expires) || !signatures.isSigned(signedText(name, expires), signature)) return 'wrong';
  return now.getTime() < expires * 1_000 ? 'good' : 'over';
}
