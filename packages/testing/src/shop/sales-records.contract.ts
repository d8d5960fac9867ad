import type { Coupon, Download, TaxRate } from '@backroom/core/commerce';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aCoupon, aDownload, aTaxRate } from '../builders/shop-records.ts';
import { type OpenStores, outcomes } from '../builders/stores.ts';
import { contract } from '../contract.ts';
import { datedListContract, dayOf, recordListContract } from './record-lists.contract.ts';

const ids = [11, 12, 13, 14, 15];

export const couponStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`CouponStore: ${implementation}`, () => {
    let stores: OpenStores;
    let coupons: OpenStores['coupons'];
    const five = ids.map((id, place) => aCoupon(id, { createdAt: dayOf(place), ...(place === 1 && { code: 'Löwe' }) }));
    beforeAll(async () => {
      stores = await open();
      coupons = stores.coupons;
      await coupons.save(five, NOON);
    });
    afterAll(() => stores?.close());

    const listed = {
      ids: () => ids,
      list: (...given: Parameters<OpenStores['coupons']['list']>) => coupons.list(...given),
      searched: 'lowe',
      change: async (now: Date) => {
        await coupons.save(
          five.map((each) => (each.id === 13 ? { ...each, amount: 5 } : each)),
          now,
        );
      },
    };
    recordListContract(listed);
    datedListContract(listed);

    const add = async (changes: Partial<Coupon> = {}): Promise<Coupon> => {
      const [id = 0] = await coupons.nextIds(1);
      await coupons.save([aCoupon(id, changes)], NOON);
      return aCoupon(id, changes);
    };

    it('returns a coupon as it was stored, with all its members', async () => {
      const coupon = await add({ discountType: 'fixed_cart', amount: 9_000_000_000_000_000 - 1, expiresAt: NOON });
      expect(await coupons.find(coupon.id)).toEqual(coupon);
      expect(await coupons.findMany([coupon.id, 2_000_000_000])).toEqual([coupon]);
    });

    it('finds coupons by their codes, case ignored', async () => {
      const coupon = await add({ code: 'Winter24' });
      expect(await coupons.findByCodes(['WINTER24', 'unknown'])).toEqual([coupon]);
      expect(await coupons.findByCodes([])).toEqual([]);
    });

    it('refuses a code that another coupon has, case ignored', async () => {
      const { code } = await add({ code: 'Spring' });
      await expect(add({ code: code.toUpperCase() })).rejects.toMatchObject({ code: 'shop_rest_coupon_exists' });
    });

    it('gives a code to one of many concurrent callers', async () => {
      const attempts = Array.from({ length: 4 }, () => stores.unitOfWork.run(() => add({ code: 'Wanted' })));
      const refused = Array.from({ length: 3 }, () => 'shop_rest_coupon_exists');
      expect(await outcomes(attempts)).toEqual({ done: 1, refused });
    });

    it('allows two coupons to exchange their codes', async () => {
      const one = await add();
      const two = await add();
      const changed = [
        { ...one, code: two.code },
        { ...two, code: one.code },
      ];
      await coupons.save(changed, NOON);
      expect(await coupons.findMany([one.id, two.id])).toEqual(changed);
    });

    it('removes coupons, and walks over the others by id', async () => {
      const { id } = await add();
      await coupons.remove([id]);
      expect(await coupons.find(id)).toBeUndefined();
      expect((await coupons.walk(12, 2)).map((each) => each.id)).toEqual([13, 14]);
    });
  });

export const taxRateStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`TaxRateStore: ${implementation}`, () => {
    let stores: OpenStores;
    let rates: OpenStores['taxRates'];
    const five: readonly TaxRate[] = ids.map((id, place) => aTaxRate(id, { name: place === 1 ? 'Ümsätze' : 'VAT' }));
    beforeAll(async () => {
      stores = await open();
      rates = stores.taxRates;
      for (const [place, rate] of five.entries()) await rates.save([rate], dayOf(place));
    });
    afterAll(() => stores?.close());

    const listed = {
      ids: () => ids,
      list: (...given: Parameters<OpenStores['taxRates']['list']>) => rates.list(...given),
      searched: 'umsatze',
      change: async (now: Date) => {
        await rates.save(
          five.map((each) => (each.id === 13 ? { ...each, priority: 9 } : each)),
          now,
        );
      },
    };
    recordListContract(listed);
    datedListContract(listed);

    it('returns a rate as it was stored, with all its members', async () => {
      const [id = 0] = await rates.nextIds(1);
      const rate = aTaxRate(id, { state: '', percent: 1, compound: true, shipping: false, priority: 2 });
      await rates.save([rate], NOON);
      expect(id).toBeGreaterThan(15);
      expect(await rates.find(id)).toEqual(rate);
      expect(await rates.findMany([id, 2_000_000_000])).toEqual([rate]);
    });

    it('removes rates, and walks over the others by id', async () => {
      const [id = 0] = await rates.nextIds(1);
      await rates.save([aTaxRate(id)], NOON);
      await rates.remove([id]);
      expect(await rates.find(id)).toBeUndefined();
      expect((await rates.walk(12, 2)).map((each) => each.id)).toEqual([13, 14]);
    });
  });

export const downloadLogContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`DownloadLog: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('returns entries as they were stored, by id, each once', async () => {
      const entries: readonly Download[] = [aDownload(1), aDownload(2, { userId: 7 }), aDownload(4)];
      await stores.downloads.save(entries.toReversed());
      const changed = aDownload(2, { userId: null, fileId: 'f' });
      await stores.downloads.save([entries[0] ?? changed, changed]);
      await stores.downloads.save([]);
      expect(await stores.downloads.walk(0, 2)).toEqual([entries[0], changed]);
      expect(await stores.downloads.walk(2, 2)).toEqual([entries[2]]);
    });
  });
