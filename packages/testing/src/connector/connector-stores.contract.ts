import { type NewConnectorError, type Pairing, unpaired } from '@backroom/core/connector';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = (milliseconds: number): Date => new Date(NOON.getTime() + milliseconds);

/** Promises of every ConnectorPairingStore. */
export const connectorPairingStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ConnectorPairingStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('begins without a pairing, and returns one as it was saved', async () => {
      const { connectorPairing, unitOfWork } = stores;
      expect(await connectorPairing.read()).toEqual(unpaired);
      const own = {
        url: 'https://a.example',
        siteId: 'a'.repeat(36),
        publicKey: 'k'.repeat(44),
        sealedKey: 'v1.sealed',
      };
      const paths = { connector: '/cms/v2/connector', verifyError: '/c/v4/verify', statistics: '/c/v4/data' };
      const page = 'https://b.example/cms-admin/connector';
      const remote = { ...own, url: 'https://b.example', siteId: 'b'.repeat(36), name: 'Ärmel & Söhne', paths, page };
      const { sealedKey: _, ...token } = remote;
      const heard = {
        id: 'one',
        at: later(5),
        statistics: { version: '1', 'space-used': 1.5, ssl: true, list: ['a'] },
      };
      const made: Pairing = {
        state: 'paired',
        own,
        remote: token,
        expiresAt: null,
        pairedAt: NOON,
        pairedBy: 7,
        sentAt: later(1),
        fault: 'connector_peer_failed',
        heard,
      };
      await connectorPairing.save(made);
      expect(await connectorPairing.read()).toEqual(made);
      expect(await unitOfWork.run(() => connectorPairing.hold())).toEqual(made);
      const half: Pairing = { ...unpaired, state: 'requested', own, expiresAt: later(9) };
      await connectorPairing.save(half);
      expect(await connectorPairing.read()).toEqual(half);
      await connectorPairing.save(unpaired);
      expect(await connectorPairing.read()).toEqual(unpaired);
    });

    it('allows one unit of work at a time to hold the pairing', async () => {
      const { connectorPairing, unitOfWork } = stores;
      const add = () =>
        unitOfWork.run(async () => {
          const pairing = await connectorPairing.hold();
          await connectorPairing.save({ ...pairing, pairedBy: (pairing.pairedBy ?? 0) + 1 });
        });
      await Promise.all([add(), add(), add(), add()]);
      expect((await connectorPairing.read()).pairedBy).toBe(4);
    });
  });

/** Promises of every ConnectorNonceStore. */
export const connectorNonceStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ConnectorNonceStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());
    const times = { now: NOON, expiresAt: later(1_000) };
    const add = (direction: 'sent' | 'received', nonce: string) =>
      stores.unitOfWork.run(() => stores.connectorNonces.add(direction, nonce, times));

    it('takes a nonce once in each direction, also of concurrent callers', async () => {
      const nonce = freshWord();
      expect(await add('sent', nonce)).toBe(true);
      const taken = await Promise.all([1, 2, 3].map(() => add('received', nonce)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await add('received', nonce)).toBe(false);
    });

    it('returns a sent nonce once, until it has expired', async () => {
      const { connectorNonces } = stores;
      const nonce = freshWord();
      const old = freshWord();
      await add('sent', nonce);
      await add('sent', old);
      await add('received', old);
      expect(await connectorNonces.takeSent(old, later(1_000))).toBe(false);
      expect(await connectorNonces.takeSent(nonce, later(999))).toBe(true);
      expect(await connectorNonces.takeSent(nonce, later(999))).toBe(false);
    });

    it('deletes expired nonces', async () => {
      const nonce = freshWord();
      await add('received', nonce);
      expect(await stores.connectorNonces.forget(later(999))).toBe(0);
      expect(await stores.connectorNonces.forget(later(1_000))).toBeGreaterThan(0);
      expect(await add('received', nonce)).toBe(true);
    });
  });

/** Promises of every ConnectorErrorStore. */
export const connectorErrorStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ConnectorErrorStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());
    const anError = (changes: Partial<NewConnectorError> = {}): NewConnectorError => ({
      errorCode: freshWord(),
      userId: 0,
      errorMessage: 'It failed.',
      errorData: { action: 'GET /x' },
      errorType: 'signature',
      timestamp: NOON,
      requestNonce: freshWord(),
      expiresAt: later(1_000),
      ...changes,
    });

    it('verifies the record of a request once, by the digest of its nonce', async () => {
      const { connectorErrors, unitOfWork } = stores;
      const error = anError();
      const { requestNonce, expiresAt: _, ...shown } = error;
      const digest = freshWord();
      const verify = (at: Date) => unitOfWork.run(() => connectorErrors.verify(digest, at));
      await connectorErrors.put(error);
      expect(await connectorErrors.expectProof(`${requestNonce}x`, digest)).toBe(false);
      expect(await connectorErrors.expectProof(requestNonce, digest)).toBe(true);
      expect(await verify(later(1_000))).toBeUndefined();
      const verified = await Promise.all([1, 2].map(() => verify(later(999))));
      expect(verified.filter((each) => each !== undefined)).toEqual([plain(shown)]);
      expect(await connectorErrors.expectProof(requestNonce, digest)).toBe(false);
      expect(await connectorErrors.listVerified()).toContainEqual(plain(shown));
    });

    it('has one unverified and one verified record for each code and user', async () => {
      const { connectorErrors, unitOfWork } = stores;
      const first = anError();
      for (const timestamp of [NOON, later(5)]) {
        const again = { ...first, timestamp, requestNonce: freshWord() };
        await connectorErrors.put({ ...first, requestNonce: freshWord() });
        await connectorErrors.put(again);
        const digest = freshWord();
        expect(await connectorErrors.expectProof(again.requestNonce, digest)).toBe(true);
        expect(await unitOfWork.run(() => connectorErrors.verify(digest, NOON))).toBeDefined();
      }
      const own = (await connectorErrors.listVerified()).filter(({ errorCode }) => errorCode === first.errorCode);
      expect(own.map(({ timestamp }) => timestamp)).toEqual([later(5)]);
    });

    it('deletes unverified records that have expired', async () => {
      const { connectorErrors } = stores;
      const error = anError();
      await connectorErrors.put(error);
      await connectorErrors.forget(later(999));
      expect(await connectorErrors.expectProof(error.requestNonce, freshWord())).toBe(true);
      expect(await connectorErrors.forget(later(1_000))).toBeGreaterThan(0);
      expect(await connectorErrors.expectProof(error.requestNonce, freshWord())).toBe(false);
    });
  });

/** The members of an error that are shown. */
const plain = ({ errorCode, userId, errorMessage, errorData, errorType, timestamp }: Partial<NewConnectorError>) => ({
  errorCode,
  userId,
  errorMessage,
  errorData,
  errorType,
  timestamp,
});
