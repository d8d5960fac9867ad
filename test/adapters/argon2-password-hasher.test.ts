import { Argon2PasswordHasher } from '@backroom/adapters-node';
import { passwordHasherContract } from '@backroom/testing';
import { describe, expect, it } from 'vitest';

const cheap = { memoryKib: 8, passes: 1 };

passwordHasherContract('Argon2', () => new Argon2PasswordHasher(cheap));

describe('Argon2PasswordHasher', () => {
  it('hashes with Argon2id, 19 MiB, two passes and one lane by default', async () => {
    expect(await new Argon2PasswordHasher().hash('correct horse')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  });

  it('recognizes passwords hashed with other parameters', async () => {
    const hash = await new Argon2PasswordHasher({ memoryKib: 64, passes: 3, parallelism: 2 }).hash('correct horse');
    expect(await new Argon2PasswordHasher(cheap).verify('correct horse', hash)).toBe(true);
    expect(await new Argon2PasswordHasher(cheap).verify('battery staple', hash)).toBe(false);
  });

  it.each([
    ['less memory', { memoryKib: 32, passes: 3, parallelism: 2 }, true],
    ['fewer passes', { memoryKib: 64, passes: 2, parallelism: 2 }, true],
    ['fewer lanes', { memoryKib: 64, passes: 3, parallelism: 1 }, true],
    ['the same parameters', { memoryKib: 64, passes: 3, parallelism: 2 }, false],
    ['stronger parameters', { memoryKib: 128, passes: 4, parallelism: 4 }, false],
  ])('returns whether a hash with %s is weaker than today', async (_, parameters, expected) => {
    const today = new Argon2PasswordHasher({ memoryKib: 64, passes: 3, parallelism: 2 });
    expect(today.needsRehash(await new Argon2PasswordHasher(parameters).hash('correct horse'))).toBe(expected);
  });

  it.each(['', 'plain text', '$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2g'])(
    'requires a fresh hash in the place of %j',
    (hash) => expect(new Argon2PasswordHasher(cheap).needsRehash(hash)).toBe(true),
  );

  it('does not allocate the memory that a damaged hash names', async () => {
    const hash = (await new Argon2PasswordHasher(cheap).hash('correct horse')).replace('m=8', 'm=4294967295');
    expect(await new Argon2PasswordHasher(cheap).verify('correct horse', hash)).toBe(false);
  });

  it('refuses parameters out of range when it is made', () => {
    expect(() => new Argon2PasswordHasher({ memoryKib: 1_000_000 })).toThrow(RangeError);
    expect(() => new Argon2PasswordHasher({ passes: 1.5 })).toThrow(RangeError);
  });

  it('refuses work as busy beyond its places and its queue', async () => {
    const hasher = new Argon2PasswordHasher({ ...cheap, concurrent: 2, queue: 3 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => hasher.verify('correct horse', undefined)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(outcomes.slice(0, 5).map((outcome) => outcome.status)).toEqual(Array(5).fill('fulfilled'));
    expect(refused).toHaveLength(3);
    for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'unavailable', code: 'busy' });
  });

  it('runs 4 and queues 64 by default', async () => {
    const hasher = new Argon2PasswordHasher(cheap);
    const outcomes = await Promise.allSettled(Array.from({ length: 70 }, () => hasher.hash('correct horse')));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(68);
  });

  it('accepts work again after an overload, also after failures', async () => {
    const hasher = new Argon2PasswordHasher({ ...cheap, parallelism: 2, concurrent: 1, queue: 1 });
    // Two lanes need 16 KiB, so that every hash fails.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => hasher.hash('correct horse')));
      expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'))).toEqual([
        'InvalidArg',
        'InvalidArg',
        'busy',
      ]);
    }
  });

  it.each([
    ['without a hash', () => undefined],
    ['with a damaged hash', (hash: string) => hash.slice(0, -30)],
  ])('takes as long %s as with a wrong password', async (_, altered) => {
    const hasher = new Argon2PasswordHasher({ memoryKib: 4096, passes: 2 });
    const hash = await hasher.hash('correct horse');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      known.push(await timed(() => hasher.verify('battery staple', hash)));
      unknown.push(await timed(() => hasher.verify('battery staple', altered(hash))));
    }
    // Half as long would already be a bare refusal at work; the bar of 20 % is measured over HTTP, on a quiet machine.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5);
    expect(median(unknown) / median(known)).toBeLessThan(2);
  });
});

/** Processor time of this process in microseconds, which other processes do not lengthen. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
