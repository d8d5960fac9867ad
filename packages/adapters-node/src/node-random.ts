import { randomInt } from 'node:crypto';
import type { RandomSource } from '@backroom/core';

/** Cryptographically secure characters, uniformly distributed, through `node:crypto`. */
export class NodeRandom implements RandomSource {
  characters(count: number, alphabet: string): string {
    const letters = [...alphabet];
    if (letters.length === 0) throw new RangeError('There is nothing to draw from an empty alphabet.');
    return Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');
  }
}
