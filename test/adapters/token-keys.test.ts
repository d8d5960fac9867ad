import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { JoseTokenSigner, ringFromFile, ringFromSecret } from '@backroom/adapters-node';
import { expectations, someClaims } from '@backroom/testing';
import { describe, expect, it } from 'vitest';
import { freshKeys, freshSecret, jwk, pem, ringWith, withKeyFile } from '../support/token-rings.ts';

/** What the file with this content is refused with. */
const refusalOf = (content: string): Promise<string> =>
  withKeyFile(content, (path) =>
    ringFromFile(path).then(
      () => 'accepted',
      (error: Error) => inspect(error).replaceAll(path, '<file>'),
    ),
  );

describe('ringFromSecret', () => {
  it.each(['', 'x'.repeat(31), new Uint8Array(31)])('refuses fewer than 32 bytes and names the rule', (secret) => {
    expect(() => ringFromSecret(secret)).toThrow('at least 32 bytes');
  });

  it('counts text in UTF-8', () => {
    expect(() => ringFromSecret('é'.repeat(16))).not.toThrow();
  });

  it('derives the same kid from the same secret, as text and as bytes, and others from other secrets', () => {
    const kidOf = (secret: string | Uint8Array) => ringFromSecret(secret).newest.kid;
    const secret = freshSecret();
    expect(kidOf(secret)).toBe(kidOf(Buffer.from(secret)));
    expect(kidOf(secret)).not.toBe(kidOf(freshSecret()));
    expect(kidOf(secret)).toMatch(/^[A-Za-z0-9_-]{11}$/);
  });

  it('shows nothing of the secret in the ring', () => {
    const secret = freshSecret();
    const shown = inspect(ringFromSecret(secret), { depth: 10, showHidden: true });
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(Buffer.from(secret).toString('hex').slice(0, 16));
  });
});

describe('ringFromFile', () => {
  it.each([
    ['a JWK of Ed25519', 'EdDSA', () => jwk(freshKeys.EdDSA().privateKey)],
    ['PEM of Ed25519', 'EdDSA', () => pem(freshKeys.EdDSA().privateKey)],
    ['a JWK of P-256', 'ES256', () => jwk(freshKeys.ES256().privateKey)],
    ['PEM of P-256', 'ES256', () => pem(freshKeys.ES256().privateKey)],
    ['PEM of P-256 in SEC 1', 'ES256', () => freshKeys.ES256().privateKey.export({ format: 'pem', type: 'sec1' })],
    ['a JWK of RSA', 'RS256', () => jwk(freshKeys.RS256().privateKey)],
    ['PEM of RSA in PKCS #1', 'RS256', () => freshKeys.RS256().privateKey.export({ format: 'pem', type: 'pkcs1' })],
    ['a JWK that names its algorithm', 'EdDSA', () => ({ ...jwk(freshKeys.EdDSA().privateKey), alg: 'Ed25519' })],
    ['a secret in base64url', 'HS256', () => freshSecret()],
  ])('reads %s', async (_, alg, key) => {
    const signer = new JoseTokenSigner(await ringWith({ kid: 'k', alg, state: 'sign', key: key() }));
    expect(await signer.verify(await signer.sign(someClaims()), expectations())).toEqual({ claims: someClaims() });
  });

  const secret = freshSecret();
  const ok = { kid: 'a', alg: 'HS256', state: 'sign', key: secret };
  const weakRsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
  const ed448 = generateKeyPairSync('ed448').privateKey;
  const encrypted = freshKeys
    .ES256()
    .privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' });

  it.each([
    [
      'a kid that stands twice',
      [ok, { ...ok, alg: 'EdDSA', key: pem(freshKeys.EdDSA().privateKey) }],
      'kid "a" stands twice',
    ],
    ['no key that signs', [{ ...ok, state: 'verify' }], 'must be in state "sign"'],
    ['no key at all', [], 'must be in state "sign"'],
    ['a kid that is no name', [{ ...ok, kid: '../a' }], 'keys[0].kid'],
    ['a missing kid', [ok, { ...ok, kid: undefined }], 'keys[1].kid'],
    ['algorithm none', [{ ...ok, alg: 'none' }], 'keys[0].alg'],
    ['two algorithms', [{ ...ok, alg: ['HS256', 'EdDSA'] }], 'keys[0].alg'],
    ['an unknown state', [{ ...ok, state: 'retired' }], 'keys[0].state'],
    ['a member that is misspelled', [{ ...ok, State: 'verify' }], 'keys[0] has a member that is not one of'],
    ['an entry that is none', [ok, null], 'keys[1].kid'],
    ['a short secret', [{ ...ok, key: freshSecret(31) }], 'keys[0].key must have at least 32 bytes'],
    ['a secret that is not base64url', [{ ...ok, key: `${secret}=` }], 'keys[0].key must be a secret in base64url'],
    [
      'a public key for a secret',
      [{ ...ok, key: pem(freshKeys.EdDSA().publicKey) }],
      'keys[0].key must be a secret in base64url',
    ],
    ['a JWK for a secret', [{ ...ok, key: { kty: 'oct', k: secret } }], 'keys[0].key must be a secret in base64url'],
    [
      'a secret JWK for RS256',
      [{ ...ok, alg: 'RS256', key: { kty: 'oct', k: secret } }],
      'keys[0].key must be an RSA key',
    ],
    [
      'RSA of 1024 bits',
      [{ ...ok, alg: 'RS256', key: pem(weakRsa) }],
      'keys[0].key must be an RSA key of at least 2048 bits',
    ],
    ['another curve', [{ ...ok, alg: 'ES256', key: jwk(p384) }], 'keys[0].key must be a key on the curve P-256'],
    ['Ed448', [{ ...ok, alg: 'EdDSA', key: pem(ed448) }], 'keys[0].key must be an Ed25519 key'],
    [
      'a key of another algorithm',
      [{ ...ok, alg: 'EdDSA', key: pem(freshKeys.ES256().privateKey) }],
      'keys[0].key must be an Ed25519',
    ],
    [
      'a JWK that names another algorithm',
      [{ ...ok, alg: 'ES256', key: { ...jwk(freshKeys.ES256().privateKey), alg: 'ES384' } }],
      'keys[0].key',
    ],
    [
      'a public key that has to sign',
      [{ ...ok, alg: 'EdDSA', key: pem(freshKeys.EdDSA().publicKey) }],
      'must be a private key',
    ],
    ['an encrypted key', [{ ...ok, alg: 'ES256', key: encrypted }], 'keys[0].key must be a key on the curve P-256'],
    [
      'half a key',
      [{ ...ok, alg: 'EdDSA', key: pem(freshKeys.EdDSA().privateKey).slice(0, 60) }],
      'keys[0].key must be an Ed25519',
    ],
  ])('refuses %s, naming the place and showing no key', async (_, keys, words) => {
    const refusal = await refusalOf(JSON.stringify({ keys }));
    expect(refusal).toContain('<file>');
    expect(refusal).toContain(words);
    expect(refusal).not.toContain(secret.slice(0, 12));
    expect(refusal).not.toContain('BEGIN');
  });

  it.each(['', '{', '[]', 'null', '{"keys":{}}', `{"keys":[{"key":"${secret}"`])(
    'refuses a file with %j',
    async (content) => {
      const refusal = await refusalOf(content);
      expect(refusal).toContain('<file>');
      expect(refusal).not.toContain(secret.slice(0, 12));
    },
  );

  it('names a file that is not there', async () => {
    await expect(ringFromFile('/nowhere/keys.json')).rejects.toThrow('/nowhere/keys.json: it cannot be read (ENOENT).');
  });
});
