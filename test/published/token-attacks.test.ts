import { generateKeyPairSync } from 'node:crypto';
import { JoseTokenSigner } from '@backroom/adapters-node';
import { CompactEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Answered, askWithRawHeaders, type Client } from '../support/client.ts';
import { jwk, pem, ringWith } from '../support/token-rings.ts';
import {
  base64url,
  claimsOf,
  ed25519,
  encoded,
  forge,
  headerOf,
  hmac,
  type Members,
  withOtherUnusedBits,
} from '../support/tokens.ts';
import { inWorld, onEveryDatabase, type World } from '../support/world.ts';

type Forgery = string | Promise<string>;
type Attack = readonly [name: string, forged: (context: AttackContext) => Forgery];

/** What a forger has: a good token of an administrator, and the means to make one just like it. */
interface AttackContext {
  readonly token: string;
  readonly header: Members;
  readonly claims: Members;
  readonly now: number;
  readonly signer: (input: string) => string;
  readonly secret: string;
  /** A good token but for these members. */
  with(claims: Members, header?: Members): string;
}

const context = ({ ada: { token = '' }, jwtSecret, clock }: World): AttackContext => {
  const [header, claims] = [headerOf(token), claimsOf(token)];
  const signer = hmac(jwtSecret);
  return {
    ...{ token, header, claims, signer, secret: jwtSecret },
    now: Math.floor(clock.now().getTime() / 1000),
    with: (changes, headers = {}) => forge({ ...header, ...headers }, { ...claims, ...changes }, signer),
  };
};
const parts = (token: string) => token.split('.') as [string, string, string];
const unsigned = (alg: string, signature: string): Attack => [
  `alg ${alg} with ${signature === '' ? 'no' : 'any'} signature`,
  ({ header, claims }) => forge({ ...header, alg }, claims, () => signature),
];
const withHeader = (name: string, members: Members): Attack => [name, (g) => g.with({}, members)];
const withClaims = (name: string, members: (g: AttackContext) => Members): Attack => [name, (g) => g.with(members(g))];

const ofForm: readonly Attack[] = [
  ['nothing of a token', () => 'nonsense'],
  ['not base64url', ({ token }) => `${token.slice(0, -3)}+/=`],
  ['the signature removed', ({ token }) => parts(token).slice(0, 2).join('.')],
  ['the signature empty', ({ token }) => `${parts(token).slice(0, 2).join('.')}.`],
  ['the signature cut', ({ token }) => token.slice(0, -4)],
  ['the signature padded', ({ token }) => `${token}=`],
  [
    'the signature of another token',
    ({ token, ...g }) => `${parts(token).slice(0, 2).join('.')}.${parts(g.with({ jti: 'other' }))[2]}`,
  ],
  [
    'a changed payload',
    ({ token, claims }) => [parts(token)[0], encoded({ ...claims, sub: '3' }), parts(token)[2]].join('.'),
  ],
  ['unused bits of the signature changed', ({ token }) => withOtherUnusedBits(token)],
  ['two parts', ({ token }) => parts(token).slice(1).join('.')],
  ['four parts', ({ token }) => `${token}.${parts(token)[2]}`],
  ['five parts', ({ token }) => `${token}.e30.e30`],
  ['more than 4096 characters', (g) => g.with({ note: 'x'.repeat(4_000) })],
  ['a JWE', ({ secret, claims }) => encrypted(secret, JSON.stringify(claims))],
  ['a token in a token', ({ token, header, signer }) => nested({ ...header, cty: 'JWT' }, token, signer)],
  ['a payload that is a list', ({ header, claims, signer }) => forge(header, [claims], signer)],
  ['a payload that is a text', ({ header, signer }) => forge(header, 'hello', signer)],
  ['a payload that is null', ({ header, signer }) => forge(header, null, signer)],
  ['a payload that is not JSON', ({ header, signer }) => nested(header, 'hello', signer)],
  ['a header that is a list', ({ header, claims, signer }) => forge([header], claims, signer)],
];

const ofKeys: readonly Attack[] = [
  ...['none', 'None', 'nOnE', 'NONE'].flatMap((alg) => [unsigned(alg, ''), unsigned(alg, 'e30')]),
  [
    'HS512 with the right secret',
    ({ header, claims, secret }) => forge({ ...header, alg: 'HS512' }, claims, hmac(secret, 'sha512')),
  ],
  [
    'HS384 with the right secret',
    ({ header, claims, secret }) => forge({ ...header, alg: 'HS384' }, claims, hmac(secret, 'sha384')),
  ],
  ['no alg', (g) => g.with({}, { alg: undefined })],
  ['another secret', ({ header, claims }) => forge(header, claims, hmac('x'.repeat(32)))],
  ['an empty secret', ({ header, claims }) => forge(header, claims, hmac(''))],
  withHeader('no kid', { kid: undefined }),
  withHeader('an unknown kid', { kid: 'unknown' }),
  withHeader('a kid that is a path', { kid: '../../dev/null' }),
  withHeader('a kid that is SQL', { kid: "' OR 1=1 --" }),
  withHeader('a kid that is a URL', { kid: 'http://127.0.0.1/key' }),
  withHeader('a kid that is a member of every object', { kid: '__proto__' }),
  withHeader('a kid that is a number', { kid: 0 }),
  withHeader('a kid of 10 KB', { kid: 'k'.repeat(10_240) }),
  withHeader('jku', { jku: 'http://127.0.0.1/keys' }),
  withHeader('x5u', { x5u: 'http://127.0.0.1/certificate' }),
  withHeader('jwk', { jwk: { kty: 'oct', k: 'AAAA' } }),
  withHeader('x5c', { x5c: ['MIIB'] }),
  withHeader('crit', { crit: ['exp'] }),
  withHeader('crit of something unheard of', { crit: ['harbour'], harbour: true }),
  withHeader('typ JWT', { typ: 'JWT' }),
  withHeader('no typ', { typ: undefined }),
];

const ofClaims: readonly Attack[] = [
  withClaims('no exp', () => ({ exp: undefined })),
  withClaims('an exp that is a text', ({ claims }) => ({ exp: String(claims.exp) })),
  withClaims('an exp with a fraction', ({ now }) => ({ exp: now + 100.5 })),
  withClaims('an exp of 1e300', () => ({ exp: 'raw:1e300' })),
  withClaims('an exp of 1e400', () => ({ exp: 'raw:1e400' })),
  withClaims('a negative exp', () => ({ exp: -1 })),
  withClaims('an exp of now', ({ now }) => ({ exp: now })),
  withClaims('an exp of a second ago', ({ now }) => ({ exp: now - 1, iat: now - 100 })),
  withClaims('more than eight hours', ({ now }) => ({ iat: now, exp: now + 28_801 })),
  withClaims('an exp before its iat', ({ now }) => ({ iat: now + 20, exp: now + 10 })),
  withClaims('no iat', () => ({ iat: undefined })),
  withClaims('an iat that is a text', ({ now }) => ({ iat: String(now) })),
  withClaims('an iat in the future', ({ now }) => ({ iat: now + 31, exp: now + 60 })),
  withClaims('an nbf in the future', ({ now }) => ({ nbf: now + 1 })),
  withClaims('an nbf with a fraction', ({ now }) => ({ nbf: now - 0.5 })),
  withClaims('an nbf that is null', () => ({ nbf: null })),
  withClaims('no iss', () => ({ iss: undefined })),
  withClaims('another iss', () => ({ iss: 'elsewhere' })),
  withClaims('an iss that is a list', () => ({ iss: ['inventory'] })),
  withClaims('no aud', () => ({ aud: undefined })),
  withClaims('another aud', () => ({ aud: 'elsewhere' })),
  withClaims('an empty list of aud', () => ({ aud: [] })),
  withClaims('an aud too many', () => ({ aud: ['inventory-api', 'elsewhere'] })),
  withClaims('no jti', () => ({ jti: undefined })),
  withClaims('an empty jti', () => ({ jti: '' })),
  withClaims('a jti that is a number', () => ({ jti: 1 })),
  withClaims('no tv', () => ({ tv: undefined })),
  withClaims('a tv that is a text', ({ claims }) => ({ tv: String(claims.tv) })),
  withClaims('an older tv', ({ claims }) => ({ tv: Number(claims.tv) - 1 })),
  withClaims('a later tv', ({ claims }) => ({ tv: Number(claims.tv) + 1 })),
  withClaims('no sub', () => ({ sub: undefined })),
  ...[
    '',
    'abc',
    '1.0',
    '01',
    '+1',
    '-1',
    ' 1',
    '1 ',
    '1e0',
    '1e3',
    '0x1',
    '0',
    '2147483648',
    '99999999999999999999',
    '１',
    '1\0',
    "1' OR 1=1",
  ].map((sub) => withClaims(`the sub ${JSON.stringify(sub)}`, () => ({ sub }))),
  withClaims('a sub that is a number', ({ claims }) => ({ sub: Number(claims.sub) })),
  withClaims('a sub that is an object', () => ({ sub: { id: 1 } })),
  withClaims('a sub that is a list', ({ claims }) => ({ sub: [claims.sub] })),
  withClaims('an unknown sub', () => ({ sub: '2147483647' })),
];

const headerLines: readonly (readonly [string, (token: string) => readonly string[]])[] = [
  ['an empty header', () => ['Authorization', '']],
  ['no token behind Bearer', () => ['Authorization', 'Bearer']],
  ['another scheme', () => ['Authorization', `Basic ${base64url('ada:first-light-over-harbour')}`]],
  ['no scheme', (token) => ['Authorization', token]],
  ['another scheme before the token', (token) => ['Authorization', `Token ${token}`]],
  ['two headers', (token) => ['Authorization', `Bearer ${token}`, 'Authorization', `Bearer ${token}`]],
  ['two tokens in one header', (token) => ['Authorization', `Bearer ${token}, Bearer ${token}`]],
];

const encrypted = (secret: string, text: string) =>
  new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(Buffer.from(secret, 'base64url'));
function nested(header: Members, payload: string, signer: AttackContext['signer']): string {
  const input = `${encoded(header)}.${base64url(payload)}`;
  return `${input}.${signer(input)}`;
}

/** The observable parts of a refusal that do not differ between requests. */
const toldBy = ({ status, headers, body }: Answered) => {
  const { date: _, 'x-request-id': id, ...others } = headers;
  expect(body.request_id).toBe(id);
  return { status, headers: others, body: { ...body, request_id: '' } };
};

async function expectRefused(client: Client): Promise<void> {
  const refused = toldBy(await client.get('/users'));
  expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  expect(refused.headers['www-authenticate']).toBe('Bearer realm="inventory", error="invalid_token"');
  // Whatever was wrong, the answer is the same.
  expect(refused).toEqual(
    toldBy(await client.ask('GET', '/users', { headers: { authorization: 'Bearer e30.e30.e30' } })),
  );
}

onEveryDatabase('a forged token', (world) => {
  it.each([...ofForm, ...ofKeys, ...ofClaims])('with %s is refused', async (_, forged) => {
    await expectRefused(world().as(await forged(context(world()))));
  });
});

describe('a token', () => {
  inWorld('postgres', (world) => {
    it('made by hand with nothing wrong is accepted, so the forgeries fail for their own reasons', async () => {
      const { with: make } = context(world());
      for (const token of [
        make({}),
        make({ aud: ['inventory-api'] }),
        make({ nbf: context(world()).now }),
        make({ iat: context(world()).now + 30 }),
      ]) {
        expect(await world().as(token).get('/users/me')).toMatchObject({ status: 200, body: { username: 'ada' } });
      }
    });

    it.each(headerLines)('is refused with %s', async (_, lines) => {
      const { ada, url } = world();
      const refused = toldBy(await askWithRawHeaders(`${url}/users`, lines(ada.token ?? '')));
      expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    });

    it('is missing where there is no header', async () => {
      const { headers, body } = await world().anonymous.get('/users');
      expect(body.code).toBe('missing_token');
      expect(headers['www-authenticate']).toBe('Bearer realm="inventory"');
    });

    it('is read from the header only', async () => {
      const { ada, anonymous } = world();
      const missing = { status: 401, body: { code: 'missing_token' } };
      for (const name of ['access_token', 'token', 'authorization']) {
        expect(await anonymous.get(`/users?${name}=${ada.token}`)).toMatchObject(missing);
        expect(await anonymous.post('/users', { [name]: ada.token })).toMatchObject(missing);
      }
      expect(await anonymous.get('/users', { cookie: `access_token=${ada.token}` })).toMatchObject(missing);
    });

    it('is good until the last second of its eight hours', async () => {
      const { signIn, ada, clock } = world();
      const started = clock.now().getTime();
      const { token = '' } = await signIn('ada', ada.password);
      const { exp, iat } = claimsOf(token) as { exp: number; iat: number };
      expect(exp - iat).toBe(28_800);
      clock.advance(exp * 1_000 - 1_000 - clock.now().getTime());
      expect(await world().as(token).get('/users/me')).toMatchObject({ status: 200 });
      clock.advance(999);
      expect(await world().as(token).get('/users/me')).toMatchObject({ status: 200 });
      clock.advance(1);
      await expectRefused(world().as(token));
      clock.advance(started - clock.now().getTime());
    });
  });
});

onEveryDatabase('the account behind a token', (world) => {
  it('is demoted: what members may do works, what administrators do is refused at once', async () => {
    const { ada, person } = world();
    const boss = await person({ role: 'admin' });
    expect(await boss.get('/users?include_deleted=true')).toMatchObject({ status: 200 });
    expect(await ada.patch(`/users/${boss.id}`, { role: 'member' })).toMatchObject({ status: 200 });
    expect(await boss.get('/users')).toMatchObject({ status: 200 });
    expect(await boss.post('/users', { username: 'nobody-new' })).toMatchObject({
      status: 403,
      body: { code: 'admin_required' },
    });
  });

  it('is promoted: the old token does what administrators do', async () => {
    const { ada, person } = world();
    const someUser = await person();
    expect(await someUser.get('/users?include_deleted=true')).toMatchObject({ status: 403 });
    await ada.patch(`/users/${someUser.id}`, { is_admin: true });
    expect(await someUser.get('/users?include_deleted=true')).toMatchObject({ status: 200 });
  });

  it('is disabled', async () => {
    const someUser = await world().person();
    await world().ada.patch(`/users/${someUser.id}`, { is_active: false });
    await expectRefused(someUser);
    await world().ada.patch(`/users/${someUser.id}`, { is_active: true });
    await expectRefused(someUser);
  });

  it('is deleted', async () => {
    const someUser = await world().person();
    expect(await world().ada.delete(`/users/${someUser.id}`)).toMatchObject({ status: 204 });
    await expectRefused(someUser);
  });

  it('is a tombstone, and stays shut out when it is restored', async () => {
    const someUser = await world().person();
    expect(await someUser.post('/items', { name: 'Lamp', quantity: 1 })).toMatchObject({ status: 201 });
    await world().ada.delete(`/users/${someUser.id}`);
    await expectRefused(someUser);
    expect(await world().ada.post(`/users/${someUser.id}/restore`)).toMatchObject({ status: 200 });
    await expectRefused(someUser);
  });

  it('is the system’s own', async () => {
    const { body } = await world().ada.list('/users?include_system=true');
    const system = body.find(({ username }) => username === 'system');
    for (const tv of [0, 1]) await expectRefused(world().as(context(world()).with({ sub: String(system?.id), tv })));
  });

  it('has a new password', async () => {
    const someUser = await world().person();
    const { body } = await someUser.put('/users/me/password', {
      current_password: someUser.password,
      new_password: world().password(),
    });
    await expectRefused(someUser);
    expect(await world().as(body.access_token).get('/users/me')).toMatchObject({ status: 200 });
  });

  it('got a new password by an administrator', async () => {
    const someUser = await world().person();
    await world().ada.put(`/users/${someUser.id}`, { password: world().password() });
    await expectRefused(someUser);
  });

  it('has signed out, and no other spelling of the token is accepted', async () => {
    const someUser = await world().person();
    expect(await someUser.post('/users/logout')).toMatchObject({ status: 204 });
    await expectRefused(someUser);
    await expectRefused(world().as(withOtherUnusedBits(someUser.token ?? '')));
  });
});

const pair = generateKeyPairSync('ed25519');
const tokens = new JoseTokenSigner(
  await ringWith({ kid: 'now', alg: 'EdDSA', state: 'sign', key: jwk(pair.privateKey) }),
);

describe('a token of an asymmetric ring', () => {
  inWorld(
    'postgres',
    (world) => {
      const facts = () => ({ header: headerOf(world().ada.token ?? ''), claims: claimsOf(world().ada.token ?? '') });

      it('is accepted when the private key signed it', async () => {
        const { header, claims } = facts();
        expect(header).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: 'now' });
        const token = forge(header, { ...claims, jti: 'another' }, ed25519(pair.privateKey));
        expect(await world().as(token).get('/users/me')).toMatchObject({ status: 200 });
      });

      it.each([
        ['PEM', pem(pair.publicKey)],
        ['PEM without the last line break', pem(pair.publicKey).trim()],
        ['DER', pair.publicKey.export({ format: 'der', type: 'spki' })],
        ['raw bytes', Buffer.from(jwk(pair.publicKey).x ?? '', 'base64url')],
        ['JWK', JSON.stringify(jwk(pair.publicKey))],
      ])('is refused when it is signed by HS256 with the public key as %s', async (_, key) => {
        const { header, claims } = facts();
        await expectRefused(world().as(forge({ ...header, alg: 'HS256' }, claims, hmac(key))));
        await expectRefused(world().as(forge(header, claims, hmac(key))));
      });

      it('is refused with a foreign signature', async () => {
        const { header, claims } = facts();
        const other = generateKeyPairSync('ed25519');
        await expectRefused(world().as(forge(header, claims, ed25519(other.privateKey))));
        await expectRefused(
          world().as(forge({ ...header, jwk: jwk(other.publicKey) }, claims, ed25519(other.privateKey))),
        );
      });

      it.each([...ofForm, ...ofClaims])('is refused with %s', async (_, forged) => {
        const { header, claims } = facts();
        const signer = ed25519(pair.privateKey);
        const made = { ...context(world()), header, claims, signer };
        const make: AttackContext['with'] = (changes, headers = {}) =>
          forge({ ...header, ...headers }, { ...claims, ...changes }, signer);
        await expectRefused(world().as(await forged({ ...made, with: make })));
      });

      it('can be checked by others with what is published', async () => {
        const { body } = await world().anonymous.get<{ keys: readonly object[] }>('/.well-known/jwks.json');
        expect(body.keys).toEqual([expect.objectContaining({ kid: 'now', alg: 'EdDSA', x: jwk(pair.publicKey).x })]);
        expect(JSON.stringify(body)).not.toContain('"d"');
      });
    },
    { ports: { tokens } },
  );
});
