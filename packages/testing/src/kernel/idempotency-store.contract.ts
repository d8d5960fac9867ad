import type { IdempotencyKey } from '@backroom/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const tomorrow = new Date(NOON.getTime() + 86_400_000);
const answer = { id: 7, name: 'Läufer', nested: [1.5, null, true] };

export const idempotencyStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`IdempotencyStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    const aKey = (changes: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
      key: freshWord(),
      route: 'POST /items',
      fingerprint: 'f',
      ...changes,
    });
    const claim = (once: IdempotencyKey, { userId = 1, now = NOON } = {}) =>
      stores.unitOfWork.run(() => stores.idempotency.claim(userId, once, now));
    const settle = (once: IdempotencyKey) =>
      stores.unitOfWork.run(() => stores.idempotency.settle(1, once, { answer, keptAt: NOON, expiresAt: tomorrow }));

    it('reserves a key that is new', async () => {
      expect(await claim(aKey())).toEqual({ state: 'fresh' });
    });

    it('returns answer and fingerprint of the first request with the key', async () => {
      const once = aKey({ fingerprint: 'first' });
      await settle(once);
      expect(await claim({ ...once, fingerprint: 'second' })).toEqual({ state: 'done', fingerprint: 'first', answer });
    });

    it('distinguishes the same key of another user or for another route', async () => {
      const once = aKey();
      await settle(once);
      expect(await claim(once, { userId: 2 })).toEqual({ state: 'fresh' });
      expect(await claim({ ...once, route: 'POST /users' })).toEqual({ state: 'fresh' });
      expect(await claim({ ...once, key: once.key.toUpperCase() })).toEqual({ state: 'fresh' });
    });

    it('keeps the answer until it expires, and then allows the key to be used again', async () => {
      const once = aKey();
      await settle(once);
      expect(await claim(once, { now: new Date(tomorrow.getTime() - 1) })).toMatchObject({ state: 'done' });
      expect(await claim(once, { now: tomorrow })).toEqual({ state: 'fresh' });
      await stores.idempotency.settle(1, once, {
        answer: 'newer',
        keptAt: tomorrow,
        expiresAt: new Date(tomorrow.getTime() + 1),
      });
      expect(await claim(once, { now: tomorrow })).toMatchObject({ state: 'done', answer: 'newer' });
    });

    it('makes room by deleting some that have expired', async () => {
      const old = aKey();
      const kept = { answer, keptAt: NOON, expiresAt: new Date(NOON.getTime() + 1) };
      await stores.unitOfWork.run(() => stores.idempotency.settle(1, old, kept));
      await stores.unitOfWork.run(() =>
        stores.idempotency.settle(1, aKey(), {
          ...kept,
          keptAt: tomorrow,
          expiresAt: new Date(tomorrow.getTime() + 1),
        }),
      );
      expect(await claim(old)).toEqual({ state: 'fresh' });
    });

    it('is undone with the unit of work', async () => {
      const once = aKey();
      const undone = stores.unitOfWork.run(async () => {
        await stores.idempotency.settle(1, once, { answer, keptAt: NOON, expiresAt: tomorrow });
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await claim(once)).toEqual({ state: 'fresh' });
    });

    it('gives the key to one of many concurrent callers, and to the others the state or the answer', async () => {
      const once = aKey();
      const request = () =>
        stores.unitOfWork.run(async () => {
          const { state } = await stores.idempotency.claim(1, once, NOON);
          if (state === 'fresh')
            await stores.idempotency.settle(1, once, { answer, keptAt: NOON, expiresAt: tomorrow });
          return state;
        });
      const states = await Promise.all(Array.from({ length: 10 }, request));
      expect(states.filter((state) => state === 'fresh')).toHaveLength(1);
      expect(await claim(once)).toMatchObject({ state: 'done', answer });
    });
  });
