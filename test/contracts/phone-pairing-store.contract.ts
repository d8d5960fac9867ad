import type { PairedPhone, PairingCode } from '@backroom/core/notifications';
import { NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../support/stores.ts';

const code: PairingCode = { lookup: 'ABCDEFGH', digest: 'd1', expiresAt: NOON, triesLeft: 5, userId: 7 };
const phone: PairedPhone = {
  tokenDigest: 'd2',
  device: 'Anna’s phone',
  pushUrl: 'https://push.example/hook',
  sealedPushKey: 'sealed',
  lastPush: { at: NOON, fault: 'outbound_failed' },
  pairedAt: NOON,
  pairedBy: 7,
};

export const phonePairingStoreContract = (implementation: string, open: () => Promise<Stores>) =>
  describe(`PhonePairingStore: ${implementation}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('is empty at first, keeps code and phone, and empties again', async () => {
      const { phonePairing, unitOfWork } = stores;
      const save = (pairing: Parameters<typeof phonePairing.save>[0]) =>
        unitOfWork.run(async () => {
          await phonePairing.hold();
          await phonePairing.save(pairing);
        });
      expect(await phonePairing.read()).toEqual({ code: null, phone: null });
      for (const pairing of [
        { code, phone },
        { code: null, phone: { ...phone, pushUrl: null, sealedPushKey: null, lastPush: null } },
        { code: null, phone: null },
      ]) {
        await save(pairing);
        expect(await phonePairing.read()).toEqual(pairing);
      }
    });

    it('allows one unit of work at a time to hold it', async () => {
      const { phonePairing, unitOfWork } = stores;
      await unitOfWork.run(() => phonePairing.save({ code, phone: null }));
      const tries = Array.from({ length: 5 }, () =>
        unitOfWork.run(async () => {
          const held = await phonePairing.hold();
          const triesLeft = (held.code?.triesLeft ?? 0) - 1;
          await phonePairing.save({ ...held, code: { ...code, triesLeft } });
        }),
      );
      await Promise.all(tries);
      expect((await phonePairing.read()).code?.triesLeft).toBe(0);
    });
  });
