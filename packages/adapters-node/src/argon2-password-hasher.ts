import { randomBytes } from 'node:crypto';
import type { PasswordHasher } from '@backroom/core/identity';
import { hash, verify } from '@node-rs/argon2';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** Cost parameters and limits on concurrency. */
export interface Argon2Options {
  /** Memory of one hash, in KiB; at most 999 999. */
  readonly memoryKib?: number;
  readonly passes?: number;
  readonly parallelism?: number;
  /** Maximum concurrent hashes; each occupies a thread and its memory. */
  readonly concurrent?: number;
  /** Maximum queued hashes; further ones are refused with `busy`. */
  readonly queue?: number;
}

interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The PHC strings of this adapter. The number of digits is bounded, so that a damaged hash cannot exhaust the memory. */
const phc = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
/** `Algorithm.Argon2id`: the library declares a const enum, which does not exist at run time. */
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
  readonly #limiter: ConcurrencyLimiter;
  readonly #decoy: string;

  constructor(options: Argon2Options = {}) {
    const { memoryKib = 19_456, passes = 2, parallelism = 1, concurrent = 4, queue = 64 } = options;
    this.#cost = { memoryCost: memoryKib, timeCost: passes, parallelism };
    this.#limiter = new ConcurrencyLimiter({ concurrent, queue });
    this.#decoy = decoyHash(this.#cost);
    if (costOf(this.#decoy) === undefined) throw new RangeError('The parameters of Argon2 are out of range.');
  }

  async hash(password: string): Promise<string> {
    return this.#limiter.run(() =>
      hash(wellFormed(password), {
        ...this.#cost,
        algorithm: ARGON2ID,
        outputLen: HASH_BYTES,
        salt: randomBytes(SALT_BYTES),
      }),
    );
  }

  async verify(password: string, stored: string | undefined): Promise<boolean> {
    return this.#limiter.run(async () => {
      const text = wellFormed(password);
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

/** A dummy hash for unknown users, with the configured cost; random instead of computed, which costs nothing. */
function decoyHash({ memoryCost, timeCost, parallelism }: Cost): string {
  const drawn = (length: number) => randomBytes(length).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${drawn(SALT_BYTES)}$${drawn(HASH_BYTES)}`;
}

/**
 * The hashed text. The library encodes lone surrogates as replacement characters, which would make different passwords
 * equal; such a password is hashed as the hexadecimal digits of its UTF-16 units.
 */
const wellFormed = (password: string): string =>
  password.isWellFormed() ? password : `\0${Buffer.from(password, 'utf16le').toString('hex')}`;
