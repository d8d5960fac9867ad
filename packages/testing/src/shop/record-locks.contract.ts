import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aCoupon } from '../builders/shop-records.ts';
import { type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

export const recordLocksContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`RecordLocks: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
      await stores.coupons.save([aCoupon(11), aCoupon(12)], NOON);
    });
    afterAll(() => stores?.close());

    const hold = (id: number) => () => stores.recordLocks.hold('coupon', id);

    it('make others wait that lock, change or delete the same record', async () => {
      const save = () => stores.coupons.save([aCoupon(11, { amount: 7 })], NOON);
      expect(await orderOf(stores, hold(11), hold(11))).toEqual(['first', 'second']);
      expect(await orderOf(stores, hold(11), save)).toEqual(['first', 'second']);
      expect(await orderOf(stores, hold(12), () => stores.coupons.remove([12]))).toEqual(['first', 'second']);
    });

    it('allow others to read it', async () => {
      await stores.unitOfWork.run(async () => {
        await hold(11)();
        expect(await stores.coupons.find(11)).toBeDefined();
      });
    });

    it('make others wait that lock the same unknown id', async () => {
      expect(await orderOf(stores, hold(2_000_000_000), hold(2_000_000_000))).toEqual(['first', 'second']);
    });

    it('are held for records of every kind, and for unknown ids', async () => {
      const kinds = ['product', 'product_category', 'customer', 'coupon', 'tax_rate', 'page'] as const;
      await stores.unitOfWork.run(async () => {
        for (const kind of kinds) expect(await stores.recordLocks.hold(kind, 2_000_000_000)).toBeUndefined();
      });
    });
  });
