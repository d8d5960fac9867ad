import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** A new pair of keys (Ed25519): the private one as PEM (PKCS #8), the public one as 32 bytes in base64. */
export interface SigningKeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Makes a pair of keys for catalogues and licences. */
export function createSigningKey(): SigningKeyPair {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { privateKey: pem, publicKey: publicKeyOf(pem) };
}

/**
 * The public key of a private one.
 * @throws RangeError if the text is no private key of Ed25519
 */
export function publicKeyOf(privateKey: string): string {
  const { x = '' } = createPublicKey(privateKeyOf(privateKey)).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

/**
 * Signs a text; the signature is in base64.
 * @throws RangeError if the text is no private key of Ed25519
 */
export const signText = (privateKey: string, text: string): string =>
  sign(null, Buffer.from(text), privateKeyOf(privateKey)).toString('base64');

function privateKeyOf(pem: string) {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The parser quotes parts of the key.
  }
  throw new RangeError('This is no private key of Ed25519 in PEM.');
}
