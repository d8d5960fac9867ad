import { createHmac, sign as signBytes } from 'node:crypto';
import { JoseTokenSigner, ringFromSecret } from '@backroom/adapters-node';
import { expectations, someClaims, tokenSignerContract } from '@backroom/testing';
import { CompactEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { freshKeys, freshSecret, jwk, type KeyEntry, pem, ringWith } from '../support/token-rings.ts';

const algorithms = ['EdDSA', 'ES256', 'RS256'] as const;

tokenSignerContract('jose with a secret', async () => new JoseTokenSigner(ringFromSecret(freshSecret())));
for (const alg of algorithms) {
  const entry = () => ({ kid: 'k', alg, state: 'sign', key: jwk(freshKeys[alg]().privateKey) });
  tokenSignerContract(`jose with ${alg}`, async () => new JoseTokenSigner(await ringWith(entry())));
}

const signerWith = async (...keys: readonly KeyEntry[]) => new JoseTokenSigner(await ringWith(...keys));
const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const secret = freshSecret();
const signer = await signerWith({ kid: 'ours', alg: 'HS256', state: 'sign', key: secret });

/** A token with a right signature over whatever header and payload: what only a careless check would accept. */
function crafted(header: unknown, payload: unknown = someClaims(), key: string = secret): string {
  const { alg } = header as { alg?: unknown };
  const input = `${encoded(header)}.${encoded(payload)}`;
  const digest = alg === 'HS512' ? 'sha512' : alg === 'HS384' ? 'sha384' : 'sha256';
  return `${input}.${createHmac(digest, Buffer.from(key, 'base64url')).update(input).digest('base64url')}`;
}
const good = { alg: 'HS256', typ: 'at+jwt', kid: 'ours' };

/** No part of a token can have every length, so both header and payload are filled up. */
function craftedOfLength(length: number): string {
  for (const filler of ['', 'x', 'xx']) {
    for (let size = 2500; size < 3200; size += 1) {
      const token = crafted({ ...good, filler }, { ...someClaims(), filler: 'x'.repeat(size) });
      if (token.length === length) return token;
    }
  }
  throw new Error(`There is no token of ${length} characters.`);
}

describe('JoseTokenSigner against crafted tokens', () => {
  it('opens one that is right in everything, so that the others fail for their own reason', async () => {
    expect(await signer.verify(crafted(good), expectations())).toEqual({ claims: someClaims() });
  });

  it.each(['none', 'None', 'nOnE', 'HS384', 'HS512', 'RS256', 'EdDSA', 'hs256', '', null, 7, ['HS256'], undefined])(
    'refuses algorithm %j',
    async (alg) => expect(await signer.verify(crafted({ ...good, alg }), expectations())).toEqual({ fault: 'alg' }),
  );

  it.each([
    undefined,
    null,
    7,
    '',
    'Ours',
    'ours ',
    '../../dev/null',
    "' OR 1=1",
    'https://example.com/keys',
    '__proto__',
    'constructor',
    ['ours'],
    { toString: 'ours' },
  ])('refuses kid %j', async (kid) =>
    expect(await signer.verify(crafted({ ...good, kid }), expectations())).toEqual({ fault: 'kid' }),
  );

  it('refuses a kid of 10 KB', async () => {
    expect(await signer.verify(crafted({ ...good, kid: 'k'.repeat(10_240) }), expectations())).toEqual({
      fault: 'form',
    });
  });

  it.each([
    ['jku', 'https://example.com/keys'],
    ['x5u', 'https://example.com/certificate'],
    ['jwk', { kty: 'oct', k: secret }],
    ['x5c', ['MIIB']],
    ['crit', ['exp']],
    ['crit', []],
    ['jwk', null],
  ])('refuses a header with %s: %j', async (name, value) => {
    expect(await signer.verify(crafted({ ...good, [name]: value }), expectations())).toEqual({ fault: name });
  });

  it.each(['JWT', 'at+JWT', 'AT+JWT', 'application/at+jwt', 'qr+jwt', '', null, ['at+jwt'], undefined])(
    'refuses type %j',
    async (typ) => expect(await signer.verify(crafted({ ...good, typ }), expectations())).toEqual({ fault: 'typ' }),
  );

  it.each(['[]', '"header"', 'null', '7', '{', '{"alg":"HS256"'])('refuses %j for a header', async (header) => {
    expect(await signer.verify(crafted(header), expectations())).toEqual({ fault: 'header' });
  });

  it.each(['[]', '"claims"', 'null', '7', 'true', '', '{'])('refuses %j for a payload', async (payload) => {
    const fault = payload === '' ? 'form' : 'payload';
    expect(await signer.verify(crafted(good, payload), expectations())).toEqual({ fault });
  });

  it.each(['{}', '{"sub":"7"} ', '\ufeff{}'])(
    'refuses %j for a payload, because claims are missing',
    async (payload) => {
      expect(await signer.verify(crafted(good, payload), expectations())).toMatchObject({ fault: 'claim iss' });
    },
  );

  it('refuses a payload that is not UTF-8', async () => {
    const input = `${encoded(good)}.${Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url')}`;
    const signature = createHmac('sha256', Buffer.from(secret, 'base64url')).update(input).digest('base64url');
    expect(await signer.verify(`${input}.${signature}`, expectations())).toEqual({ fault: 'payload' });
  });

  it('refuses a token nested in another', async () => {
    expect(await signer.verify(crafted({ ...good, cty: 'JWT' }, crafted(good)), expectations())).toEqual({
      fault: 'payload',
    });
  });

  it('refuses right claims under a wrong secret', async () => {
    expect(await signer.verify(crafted(good, someClaims(), freshSecret()), expectations())).toEqual({
      fault: 'signature',
    });
  });

  it('refuses an encrypted token', async () => {
    const encrypted = await new CompactEncrypt(Buffer.from(JSON.stringify(someClaims())))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'ours', typ: 'at+jwt' })
      .encrypt(Buffer.from(secret, 'base64url'));
    expect(await signer.verify(encrypted, expectations())).toEqual({ fault: 'form' });
  });

  it('accepts 4096 characters and refuses 4097', async () => {
    expect(await signer.verify(craftedOfLength(4096), expectations())).toHaveProperty('claims');
    expect(await signer.verify(craftedOfLength(4097), expectations())).toEqual({ fault: 'form' });
  });

  it('takes a claim named __proto__ for a claim', async () => {
    const opened = await signer.verify(crafted(good, '{"__proto__":{"sub":"1"}}'), expectations());
    expect(opened).toHaveProperty('claims');
    expect((opened as { claims: Record<string, unknown> }).claims.sub).toBeUndefined();
  });

  it.each(algorithms)('refuses HS256 keyed with the public key of an %s ring', async (alg) => {
    const { privateKey, publicKey } = freshKeys[alg]();
    const ring = await signerWith({ kid: 'ours', alg, state: 'sign', key: pem(privateKey) });
    const spellings = [pem(publicKey), pem(publicKey).trim(), JSON.stringify(jwk(publicKey)), jwk(publicKey).x ?? 'x'];
    for (const key of [
      ...spellings.map(encoded),
      publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    ]) {
      expect(await ring.verify(crafted(good, someClaims(), key), expectations())).toEqual({ fault: 'alg' });
    }
  });

  it('refuses the signature of a key under the name of another key of the ring', async () => {
    const { privateKey } = freshKeys.EdDSA();
    const both = await signerWith(
      { kid: 'ours', alg: 'HS256', state: 'verify', key: secret },
      { kid: 'theirs', alg: 'EdDSA', state: 'sign', key: pem(privateKey) },
    );
    expect(await both.verify(crafted({ ...good, kid: 'theirs' }), expectations())).toEqual({ fault: 'alg' });
    const input = `${encoded(good)}.${encoded(someClaims())}`;
    const signature = signBytes(null, Buffer.from(input), privateKey).toString('base64url');
    expect(await both.verify(`${input}.${signature}`, expectations())).toEqual({ fault: 'signature' });
  });

  it('refuses an ES256 signature of nothing but zeros', async () => {
    const ring = await signerWith({ kid: 'k', alg: 'ES256', state: 'sign', key: pem(freshKeys.ES256().privateKey) });
    const [header, payload] = (await ring.sign(someClaims())).split('.');
    expect(await ring.verify(`${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`, expectations())).toEqual(
      {
        fault: 'signature',
      },
    );
  });
});
