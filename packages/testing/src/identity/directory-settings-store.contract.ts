import { defaultDirectorySettings } from '@backroom/core/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aNewUser, type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);
const settings = {
  ...defaultDirectorySettings,
  enabled: true,
  urls: ['ldaps://directory.example.org', 'ldaps://other.example.org:637'],
  baseDn: 'dc=example,dc=org',
  caCertificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
};

export const directorySettingsStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`DirectorySettingsStore: ${implementation}`, () => {
    let stores: OpenStores;
    let store: OpenStores['directorySettings'];
    beforeAll(async () => {
      stores = await open();
      store = stores.directorySettings;
    });
    afterAll(() => stores?.close());
    beforeEach(() => store.remove());

    const save = (changes: Partial<Parameters<typeof store.save>[0]> = {}) =>
      store.save({ settings, sealedPassword: 'sealed', updatedBy: null, ...changes }, NOON);

    it('returns nothing before the first save', async () => {
      expect(await store.find()).toBeUndefined();
      expect(await stores.unitOfWork.run(() => store.hold())).toBeUndefined();
    });

    it('returns what was saved last', async () => {
      const { userId } = await stores.users.insert(aNewUser(), NOON);
      const saved = await save({ updatedBy: userId });
      expect(saved).toEqual({
        settings,
        sealedPassword: 'sealed',
        version: expect.any(Number),
        updatedAt: NOON,
        updatedBy: userId,
      });
      expect(await store.find()).toEqual(saved);
      const again = await save({ settings: defaultDirectorySettings, sealedPassword: null });
      expect(again).toMatchObject({ settings: defaultDirectorySettings, sealedPassword: null, updatedBy: null });
      expect(await stores.unitOfWork.run(() => store.hold())).toEqual(again);
    });

    it('never repeats a version, also when the settings were deleted meanwhile', async () => {
      const first = await save();
      const second = await save();
      await store.remove();
      const third = await save();
      expect(second.version).toBeGreaterThan(first.version);
      expect(third.version).toBeGreaterThan(second.version);
    });

    it('deletes settings and password, and returns whether there were any', async () => {
      await save();
      expect(await store.remove()).toBe(true);
      expect(await store.find()).toBeUndefined();
      expect(await store.remove()).toBe(false);
    });

    it('keeps the settings when the account that saved them is removed', async () => {
      const { userId } = await stores.users.insert(aNewUser(), NOON);
      await save({ updatedBy: userId });
      await stores.users.remove(userId);
      expect(await store.find()).toMatchObject({ settings, updatedBy: null });
    });

    it('saves nothing when the unit of work is undone', async () => {
      const kept = await save();
      const undone = stores.unitOfWork.run(async () => {
        await save({ sealedPassword: 'other' });
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
      expect(await store.find()).toEqual(kept);
    });

    it.each(['without', 'with'])('allows one unit of work at a time to hold them %s settings there', async (word) => {
      if (word === 'with') await save();
      const hold = () => store.hold();
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });

    describe('the right to synchronise', () => {
      beforeEach(() => store.releaseSync());

      it('is held by one process at a time, until it is released', async () => {
        const claim = () => store.claimSync({ now: later(100), until: later(110) });
        expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1);
        expect(await claim()).toBe(false);
        await store.releaseSync();
        expect(await claim()).toBe(true);
      });

      it('ends by itself, and later when it is extended', async () => {
        expect(await store.claimSync({ now: later(200), until: later(210) })).toBe(true);
        await store.extendSync(later(220));
        expect(await store.claimSync({ now: later(211), until: later(230) })).toBe(false);
        expect(await store.claimSync({ now: later(220), until: later(230) })).toBe(true);
      });

      it('is not granted twice for the same scheduled time', async () => {
        expect(await store.claimSync({ now: later(300), until: later(310) })).toBe(true);
        await store.releaseSync();
        const claim = (minutes: number) =>
          store.claimSync({ now: later(minutes), until: later(minutes + 10), unlessSince: later(minutes - 60) });
        expect(await claim(301)).toBe(false);
        expect(await claim(359)).toBe(false);
        expect(await claim(360)).toBe(true);
      });

      it('does not change the settings nor their version', async () => {
        const saved = await save();
        await store.claimSync({ now: later(400), until: later(410) });
        await store.extendSync(later(420));
        await store.releaseSync();
        expect(await store.find()).toEqual(saved);
      });
    });
  });
