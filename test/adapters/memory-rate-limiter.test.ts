import { MemoryRateLimiter } from '@backroom/adapters-memory';
import type { RateLimit } from '@backroom/core';
import { rateLimiterContract } from '@backroom/testing';
import { describe, expect, it } from 'vitest';

rateLimiterContract('MemoryRateLimiter', async () => ({ limiter: new MemoryRateLimiter(), close: async () => {} }));

describe('MemoryRateLimiter', () => {
  const limit: RateLimit = { name: 'two', points: 2, seconds: 600 };

  it('drops the key that was counted least recently when there are too many', async () => {
    const limiter = new MemoryRateLimiter(3);
    for (const key of ['a', 'b', 'c', 'a', 'd']) await limiter.take(limit, key);
    const left = await Promise.all(['a', 'b', 'c', 'd'].map((key) => limiter.look(limit, key)));
    expect(left.map(({ remaining }) => remaining)).toEqual([0, 2, 1, 1]);
  });

  it('keeps a hundred thousand keys, and of more only as many', async () => {
    const limiter = new MemoryRateLimiter();
    for (let key = 0; key <= 100_000; key += 1) await limiter.take(limit, String(key));
    expect(await limiter.look(limit, '0')).toMatchObject({ remaining: 2 });
    expect(await limiter.look(limit, '1')).toMatchObject({ remaining: 1 });
  });
});
