import { randomBytes } from 'node:crypto';
import type { PasswordHasher } from '@backroom/core';
import { hash, verify } from '@node-rs/argon2';
import { Turnstile } from './turnstile.ts';

/** What a hash costs, and how many are made at the same time. */
export interface Argon2Options {
  /** Memory of one hash, in KiB; at most 999 999. */
  readonly memoryKib?: number;
  readonly passes?: number;
  readonly parallelism?: number;
  /** Hashes running at once; each occupies a thread and its memory. */
  readonly concurrent?: number;
  /** Hashes waiting for their turn before further ones are refused. */
  readonly queue?: number;
}

interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The PHC strings this adapter makes. Bounded digits keep a damaged hash from asking for all the memory there is. */
const phc = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
/** Argon2id; the enumeration of the library exists for its own compiler only. */
const ARGON2ID = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Hashes passwords with Argon2id (RFC 9106) through `@node-rs/argon2`, on the threads of libuv.
 *
 * It neither shortens nor normalizes a password: every UTF-16 unit counts. It does not recognize hashes of other
 * algorithms.
 */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #cost: Cost;
  readonly #turnstile: Turnstile;
  readonly #decoy: string;

  constructor(options: Argon2Options = {}) {
    const { memoryKib = 19_456, passes = 2, parallelism = 1, concurrent = 4, queue = 64 } = options;
    this.#cost = { memoryCost: memoryKib, timeCost: passes, parallelism };
    this.#turnstile = new Turnstile({ concurrent, queue });
    this.#decoy = decoyHash(this.#cost);
    if (costOf(this.#decoy) === undefined) throw new RangeError('The parameters of Argon2 are out of range.');
  }

  async hash(password: string): Promise<string> {
    return this.#turnstile.run(() =>
      hash(spelled(password), {
        ...this.#cost,
        algorithm: ARGON2ID,
        outputLen: HASH_BYTES,
        salt: randomBytes(SALT_BYTES),
      }),
    );
  }

  async verify(password: string, stored: string | undefined): Promise<boolean> {
    return this.#turnstile.run(async () => {
      const text = spelled(password);
      if (stored !== undefined && costOf(stored) !== undefined) {
        const isRight = await verify(stored, text).catch(() => undefined);
        if (isRight !== undefined) return isRight;
      }
      await verify(this.#decoy, text);
      return false;
    });
  }

  needsRehash(stored: string): boolean {
    const cost = costOf(stored);
    return (
      cost === undefined ||
      cost.memoryCost < this.#cost.memoryCost ||
      cost.timeCost < this.#cost.timeCost ||
      cost.parallelism < this.#cost.parallelism
    );
  }
}

function costOf(stored: string): Cost | undefined {
  const match = phc.exec(stored);
  if (match === null) return undefined;
  return { memoryCost: Number(match[1]), timeCost: Number(match[2]), parallelism: Number(match[3]) };
}

/** A hash at today's cost that nobody knows a password for; drawn, not computed, so that the first use takes no longer. */
function decoyHash({ memoryCost, timeCost, parallelism }: Cost): string {
  const drawn = (length: number) => randomBytes(length).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${drawn(SALT_BYTES)}$${drawn(HASH_BYTES)}`;
}

/**
 * The text that is hashed. The library takes only well-formed text: half a surrogate pair would become a replacement
 * character, and two passwords one. Such a password is hashed as the hexadecimal digits of its UTF-16 units.
 */
const spelled = (password: string): string =>
  password.isWellFormed() ? password : `\0${Buffer.from(password, 'utf16le').toString('hex')}`;
