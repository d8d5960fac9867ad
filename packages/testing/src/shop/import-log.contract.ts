import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import type { OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const failure = (orderId: number, error = 'It is broken.') => ({ orderId, error, failedAt: NOON });
const day = (date: string) => new Date(`${date}T00:00:00Z`);

export const importLogContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ImportLog: ${implementation}`, () => {
    let stores: OpenStores;
    let log: OpenStores['importLog'];
    beforeAll(async () => {
      stores = await open();
      log = stores.importLog;
    });
    afterAll(() => stores?.close());
    beforeEach(async () => {
      await log.forget();
      await log.forgetFailed((await log.failed()).map(({ orderId }) => orderId));
      await log.forgetOverflow();
    });
    const keep = (...failures: readonly ReturnType<typeof failure>[]) =>
      stores.unitOfWork.run(() => log.keepFailed(failures));

    it('has no import before the first and after a deletion', async () => {
      expect(await log.memory()).toBeUndefined();
      await log.begin(randomUUID(), { customers: 2, orders: 3 }, null);
      await log.forget();
      expect(await log.memory()).toBeUndefined();
    });

    it('counts from nothing at each beginning, and never back', async () => {
      const first = randomUUID();
      const second = randomUUID();
      await log.begin(first, { customers: 9, orders: 9 }, null);
      await log.progress(first, { customers: 5, orders: 0 });
      await log.progress(first, { customers: 4, orders: 1 });
      expect((await log.memory())?.imported).toEqual({ customers: 5, orders: 1 });
      await log.begin(second, { customers: 2, orders: 3 }, null);
      // The one before is no longer read.
      await log.progress(first, { customers: 9, orders: 9 });
      expect(await log.memory()).toEqual({
        imported: { customers: 0, orders: 0 },
        totals: { customers: 2, orders: 3 },
        from: null,
      });
    });

    it('keeps the widest range of all imports until it is deleted', async () => {
      const beginAt = async (from: Date | null) => {
        await log.begin(randomUUID(), { customers: 0, orders: 0 }, from);
        return (await log.memory())?.from;
      };
      expect(await beginAt(day('2025-03-01'))).toEqual(day('2025-03-01'));
      expect(await beginAt(day('2025-05-01'))).toEqual(day('2025-03-01'));
      expect(await beginAt(day('2025-01-01'))).toEqual(day('2025-01-01'));
      expect(await beginAt(null)).toBeNull();
      expect(await beginAt(day('2024-01-01'))).toBeNull();
      await log.forget();
      expect(await beginAt(day('2025-05-01'))).toEqual(day('2025-05-01'));
    });

    it('keeps the cursor to the millisecond after a deletion', async () => {
      await log.keepCursor({ at: '2025-03-30T01:59:59.123Z', id: 7 });
      await log.forget();
      const cursor = await log.cursor();
      expect([new Date(cursor?.at ?? ''), cursor?.id]).toEqual([new Date('2025-03-30T01:59:59.123Z'), 7]);
    });

    it('lists failures by id, each once, with the newest error', async () => {
      await keep(failure(9), failure(3));
      await keep(failure(9, 'It is broken in another way.'));
      expect(await log.failed()).toEqual([
        { ...failure(3), retriedBy: null },
        { ...failure(9, 'It is broken in another way.'), retriedBy: null },
      ]);
      expect(await log.countFailed()).toEqual({ failed: 2, overflow: 0 });
      await log.forgetFailed([3, 4]);
      expect((await log.failed()).map(({ orderId }) => orderId)).toEqual([9]);
    });

    it('hands failures to a job until they fail again', async () => {
      const job = randomUUID();
      const other = randomUUID();
      await keep(failure(1), failure(2), failure(3));
      await log.hand([1, 2], job);
      expect([await log.failedFor(job, 1), await log.failedFor(job, 9), await log.failedFor(other, 9)]).toEqual([
        [1],
        [1, 2],
        [],
      ]);
      await keep(failure(1));
      expect(await log.failedFor(job, 9)).toEqual([2]);
    });

    it('keeps a thousand failures and counts the others', async () => {
      await keep(...Array.from({ length: 990 }, (_, id) => failure(id + 1)));
      await keep(...Array.from({ length: 15 }, (_, id) => failure(id + 986)));
      expect(await log.countFailed()).toEqual({ failed: 1_000, overflow: 0 });
      await keep(failure(1), failure(2_001), failure(2_002));
      expect(await log.countFailed()).toEqual({ failed: 1_000, overflow: 2 });
      await log.forgetOverflow();
      expect(await log.countFailed()).toEqual({ failed: 1_000, overflow: 0 });
    });

    it('is rolled back with the surrounding unit of work', async () => {
      const undone = stores.unitOfWork.run(async () => {
        await log.begin(randomUUID(), { customers: 1, orders: 1 }, null);
        await log.keepFailed([failure(5)]);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect([await log.memory(), await log.failed()]).toEqual([undefined, []]);
    });
  });
