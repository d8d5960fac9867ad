import { JoseTokenSigner } from '@backroom/adapters-node';
import { expectations, someClaims } from '@backroom/testing';
import { decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { freshKeys, freshSecret, jwk, type KeyEntry, pem, ringWith } from '../support/token-rings.ts';

const signerWith = async (...keys: readonly KeyEntry[]) => new JoseTokenSigner(await ringWith(...keys));

describe('A ring of several keys', () => {
  const secretEntry = (kid: string, state = 'sign'): KeyEntry => ({ kid, alg: 'HS256', state, key: freshSecret() });

  it('signs with the last key that may sign', async () => {
    const ring = await signerWith(secretEntry('a'), secretEntry('b'), secretEntry('c', 'verify'));
    expect(decodeProtectedHeader(await ring.sign(someClaims()))).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: 'b' });
  });

  it('opens tokens of an older key while the ring still has it, and no longer', async () => {
    const [older, newer] = [secretEntry('older'), secretEntry('newer')];
    const token = await (await signerWith(older)).sign(someClaims());
    const rotated = await signerWith({ ...older, state: 'verify' }, newer);
    expect(await rotated.verify(token, expectations())).toEqual({ claims: someClaims() });
    expect(await (await signerWith(newer)).verify(token, expectations())).toEqual({ fault: 'kid' });
  });

  it('opens tokens of an old algorithm after a change to another', async () => {
    const older = secretEntry('older');
    const token = await (await signerWith(older)).sign(someClaims());
    const newer = { kid: 'newer', alg: 'EdDSA', state: 'sign', key: jwk(freshKeys.EdDSA().privateKey) };
    expect(await (await signerWith({ ...older, state: 'verify' }, newer)).verify(token, expectations())).toEqual({
      claims: someClaims(),
    });
  });

  it('publishes nothing when every key is secret', async () => {
    expect(await (await signerWith(secretEntry('a'))).publicKeys()).toBeUndefined();
  });

  it('publishes the public half of every asymmetric key and no secret one', async () => {
    const [ed, ec, rsa] = [freshKeys.EdDSA(), freshKeys.ES256(), freshKeys.RS256()];
    const ring = await signerWith(
      { kid: 'rsa', alg: 'RS256', state: 'verify', key: pem(rsa.publicKey) },
      { kid: 'ec', alg: 'ES256', state: 'verify', key: pem(ec.privateKey) },
      secretEntry('secret'),
      { kid: 'ed', alg: 'EdDSA', state: 'sign', key: jwk(ed.privateKey) },
    );
    expect(await ring.publicKeys()).toEqual({
      keys: [
        { ...jwk(rsa.publicKey), kid: 'rsa', alg: 'RS256', use: 'sig' },
        { ...jwk(ec.publicKey), kid: 'ec', alg: 'ES256', use: 'sig' },
        { ...jwk(ed.publicKey), kid: 'ed', alg: 'EdDSA', use: 'sig' },
      ],
    });
  });
});
