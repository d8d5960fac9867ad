import { defaultShopSettings } from '@backroom/core/commerce';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

export const shopSettingsStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ShopSettingsStore: ${implementation}`, () => {
    let stores: OpenStores;
    let settings: OpenStores['shopSettings'];
    beforeAll(async () => {
      stores = await open();
      settings = stores.shopSettings;
    });
    afterAll(() => stores?.close());

    it('returns the defaults of the installation before anything was saved', async () => {
      expect(await settings.read()).toEqual(defaultShopSettings);
    });

    it('raises the version with each save that changes a setting', async () => {
      const before = await settings.readVersioned();
      expect(before).toEqual({ settings: defaultShopSettings, defaults: defaultShopSettings, version: 1 });
      const wanted = { ...defaultShopSettings, siteName: 'Mugs' };
      for (let times = 0; times < 2; times += 1) {
        await settings.save(wanted, NOON);
        expect(await settings.readVersioned()).toEqual({ ...before, settings: wanted, version: 2 });
      }
    });

    it('returns what was saved last', async () => {
      const wanted = { ...defaultShopSettings, timeZone: 'Europe/Madrid', excludedStatuses: [], siteName: 'Größe' };
      await settings.save({ ...wanted, currency: 'EUR' }, NOON);
      await settings.save(wanted, NOON);
      expect(await settings.read()).toEqual(wanted);
      expect(await stores.unitOfWork.run(() => settings.hold())).toEqual(wanted);
    });

    it('locks them until the unit of work ends, and allows others to read', async () => {
      const hold = () => settings.hold();
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
      await stores.unitOfWork.run(async () => {
        await settings.hold();
        expect(await settings.read()).toEqual(await settings.hold());
      });
    });
  });
