import type { KeyPair, SigningKeys } from '@backroom/core/connector';
import { createSigningKey, signText } from './keys/signing-keys.ts';

/** Ed25519 keys with Node's crypto; private keys are PEM texts (PKCS #8). */
export class Ed25519SigningKeys implements SigningKeys {
  create(): KeyPair {
    return createSigningKey();
  }

  sign(privateKey: string, text: string): string {
    return signText(privateKey, text);
  }
}
