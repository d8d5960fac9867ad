import { hash } from 'node:crypto';
import type { Digests } from '@backroom/core/back-office';

/** SHA-256 through `node:crypto`. */
export class NodeDigests implements Digests {
  sha256(text: string): Uint8Array {
    return new Uint8Array(hash('sha256', text, 'buffer'));
  }
}
