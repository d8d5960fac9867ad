import { randomBytes } from 'node:crypto';
import type { NewSignInAttempt, PhoneScan, SignInAttempt } from '@backroom/core/phones';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aNewUser, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);
const digest = () => randomBytes(32).toString('hex');

const aScan = (changes: Partial<PhoneScan> = {}): PhoneScan => ({
  device: { model: 'Phone 15', os: 'PhoneOS' },
  numbers: ['903', '417', '120'],
  realNumber: '417',
  sessionHash: digest(),
  grantSalt: 'salt',
  grantHash: digest(),
  expiresAt: after(90),
  ...changes,
});

/** What every SignInAttemptStore promises. */
export const signInAttemptStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`SignInAttemptStore: ${implementation}`, () => {
    let stores: OpenStores;
    let attempts: OpenStores['signInAttempts'];
    beforeAll(async () => {
      stores = await open();
      attempts = stores.signInAttempts;
    });
    afterAll(() => stores?.close());

    const add = async (changes: Partial<NewSignInAttempt> = {}): Promise<NewSignInAttempt> => {
      const { userId } = await stores.users.insert(aNewUser(), NOON);
      const attempt: NewSignInAttempt = {
        tokenHash: digest(),
        method: 'qr',
        userId,
        siteUrl: 'https://shop.example',
        createdAt: NOON,
        expiresAt: after(300),
        ...changes,
      };
      await attempts.insert(attempt);
      return attempt;
    };
    const read = async ({ tokenHash }: Pick<SignInAttempt, 'tokenHash'>) => {
      const found = await attempts.find(tokenHash);
      if (!found) throw new Error('There is no such attempt.');
      return found;
    };
    const scanned = async (changes: Partial<PhoneScan> = {}) => {
      const attempt = await add();
      const scan = aScan(changes);
      expect(await attempts.scan(attempt.tokenHash, scan, { state: 'scanned', at: after(1) })).toBe(true);
      return { ...attempt, scan };
    };
    const approved = async () => {
      const attempt = await scanned();
      expect(await attempts.decide(attempt.tokenHash, { state: 'approved', at: after(2) })).toBe(true);
      return attempt;
    };
    const issued = (seconds = 3) => ({ uuid: 'a-uuid', name: 'A phone', at: after(seconds) });

    it('stores a pending sign-in and finds it by its token only', async () => {
      const attempt = await add();
      expect(await read(attempt)).toEqual({
        ...attempt,
        state: 'pending',
        stateAt: NOON,
        scan: null,
        wrongGrants: 0,
        password: null,
      });
      expect(await attempts.find(digest())).toBeUndefined();
      expect(await attempts.findBySession(digest())).toBeUndefined();
    });

    it('scans once, with everything that the phone adds', async () => {
      const { scan, ...attempt } = await scanned();
      const found = await read(attempt);
      expect(found).toMatchObject({ state: 'scanned', stateAt: after(1), scan });
      expect(await attempts.findBySession(scan.sessionHash)).toEqual(found);
      expect(await attempts.scan(attempt.tokenHash, aScan(), { state: 'scanned', at: after(1) })).toBe(false);
      expect(await read(attempt)).toEqual(found);
    });

    it('does not scan an expired token', async () => {
      const attempt = await add();
      expect(await attempts.scan(attempt.tokenHash, aScan(), { state: 'scanned', at: after(300) })).toBe(false);
    });

    it('decides once about a scanned phone, before the time for the choice is over', async () => {
      const late = await scanned();
      expect(await attempts.decide(late.tokenHash, { state: 'approved', at: after(90) })).toBe(false);
      const never = await add();
      expect(await attempts.decide(never.tokenHash, { state: 'approved', at: after(1) })).toBe(false);
      const attempt = await scanned();
      expect(await attempts.decide(attempt.tokenHash, { state: 'rejected', at: after(2) })).toBe(true);
      expect(await attempts.decide(attempt.tokenHash, { state: 'approved', at: after(2) })).toBe(false);
      expect(await read(attempt)).toMatchObject({ state: 'rejected', stateAt: after(2) });
    });

    it('consumes an approved token once, with the right grant, before it expires', async () => {
      const { tokenHash, scan } = await approved();
      expect(await attempts.consume(tokenHash, digest(), issued())).toBe(false);
      expect(await attempts.consume(tokenHash, scan.grantHash, issued(300))).toBe(false);
      expect(await attempts.consume(tokenHash, scan.grantHash, issued())).toBe(true);
      expect(await attempts.consume(tokenHash, scan.grantHash, issued())).toBe(false);
      const password = { uuid: 'a-uuid', name: 'A phone' };
      expect(await read({ tokenHash })).toMatchObject({ state: 'consumed', stateAt: after(3), password });
    });

    it('counts wrong grants of an approved sign-in, and rejects it with the last', async () => {
      const { tokenHash } = await approved();
      const count = () => attempts.countWrongGrant(tokenHash, 3, after(4));
      expect([await count(), await count()]).toEqual([true, true]);
      expect(await read({ tokenHash })).toMatchObject({ state: 'approved', stateAt: after(2), wrongGrants: 2 });
      expect([await count(), await count()]).toEqual([true, false]);
      expect(await read({ tokenHash })).toMatchObject({ state: 'rejected', stateAt: after(4), wrongGrants: 3 });
    });

    it.each(['scan', 'decide', 'consume'] as const)('lets exactly one of twenty callers %s', async (step) => {
      const begun = { scan: async () => ({ ...(await add()), scan: aScan() }), decide: scanned, consume: approved };
      const { tokenHash, scan: firstScan } = await begun[step]();
      const { grantHash } = firstScan;
      const steps = {
        scan: () => attempts.scan(tokenHash, aScan(), { state: 'scanned', at: after(1) }),
        decide: () => attempts.decide(tokenHash, { state: 'approved', at: after(2) }),
        consume: () => stores.unitOfWork.run(() => attempts.consume(tokenHash, grantHash, issued())),
      };
      const won = await Promise.all(Array.from({ length: 20 }, steps[step]));
      expect(won.filter(Boolean)).toHaveLength(1);
    });

    it('is part of the surrounding unit of work', async () => {
      const { tokenHash, scan } = await approved();
      const failing = stores.unitOfWork.run(async () => {
        expect(await attempts.consume(tokenHash, scan.grantHash, issued())).toBe(true);
        expect(await read({ tokenHash })).toMatchObject({ state: 'consumed' });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await read({ tokenHash })).toMatchObject({ state: 'approved', password: null });
    });

    it('withdraws the links of one user that no phone has opened', async () => {
      const opened = await add({ method: 'magic_link' });
      await attempts.scan(opened.tokenHash, aScan(), { state: 'approved', at: after(1) });
      const { userId } = opened;
      const link = await add({ method: 'magic_link', userId });
      const code = await add({ userId });
      const other = await add({ method: 'magic_link' });
      expect(await attempts.withdrawLinks(userId)).toBe(1);
      expect(await attempts.find(link.tokenHash)).toBeUndefined();
      for (const each of [opened, code, other]) expect(await attempts.find(each.tokenHash)).toBeDefined();
    });

    it('deletes what expired before a moment, and with an account its sign-ins', async () => {
      const old = await add({ expiresAt: after(-7_200) });
      const young = await add({ expiresAt: after(-3_600) });
      expect(await attempts.forget(after(-3_600))).toBe(1);
      expect(await attempts.find(old.tokenHash)).toBeUndefined();
      await stores.users.remove(young.userId);
      expect(await attempts.find(young.tokenHash)).toBeUndefined();
    });
  });
