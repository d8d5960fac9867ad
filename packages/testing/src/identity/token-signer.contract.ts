import type { AccessClaims, TokenExpectations, TokenSigner } from '@backroom/core/identity';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** Claims as the core writes them by default. */
export const someClaims = (changes: Partial<AccessClaims> = {}): AccessClaims => ({
  iss: 'inventory',
  aud: 'inventory-api',
  sub: '7',
  iat: 1_795_000_000,
  exp: 1_795_028_800,
  jti: '0b9a2f6e-7d0c-4f6e-9a53-0a4a1f2f7c11',
  tv: 3,
  ...changes,
});

/** What the tokens of `someClaims` are verified against, in the first second of their lives unless changed. */
export const expectations = (changes: Partial<TokenExpectations> = {}): TokenExpectations => ({
  issuer: 'inventory',
  audience: 'inventory-api',
  now: new Date(1_795_000_000_000),
  ...changes,
});

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

/** The same bytes with the unused bits of the last character set, or undefined when there are none. */
function respelled(part: string): string | undefined {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const others = [...alphabet].map((last) => part.slice(0, -1) + last).filter((other) => other !== part);
  return others.find((other) => Buffer.from(other, 'base64url').equals(Buffer.from(part, 'base64url')));
}

/** Manipulations of a token without a key. */
const tampered: Readonly<Record<string, (header: string, payload: string, signature: string) => string>> = {
  'nothing in it': () => '',
  'a changed payload': (header, _, signature) =>
    `${header}.${encoded(JSON.stringify(someClaims({ sub: '1' })))}.${signature}`,
  'a changed header': (header, payload, signature) =>
    `${encoded(Buffer.from(header, 'base64url').toString().replace('{', '{ '))}.${payload}.${signature}`,
  'algorithm none': (_, payload, signature) => `${encoded('{"alg":"none","typ":"at+jwt"}')}.${payload}.${signature}`,
  'no signature': (header, payload) => `${header}.${payload}.`,
  'two parts': (header, payload) => `${header}.${payload}`,
  'four parts': (header, payload, signature) => `${header}.${payload}.${signature}.${signature}`,
  'five parts, like a JWE': (header, payload, signature) => `${header}.${payload}.${signature}.${payload}.${signature}`,
  'a shortened signature': (header, payload, signature) => `${header}.${payload}.${signature.slice(0, -4)}`,
  'a lengthened signature': (header, payload, signature) => `${header}.${payload}.${signature}AAAA`,
  'another first character of the signature': (header, payload, signature) =>
    `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
  'an empty first part': (_, payload, signature) => `.${payload}.${signature}`,
  'padding after the signature': (header, payload, signature) => `${header}.${payload}.${signature}==`,
  'a space before it': (header, payload, signature) => ` ${header}.${payload}.${signature}`,
  'a line break after it': (header, payload, signature) => `${header}.${payload}.${signature}\n`,
  'a NUL after it': (header, payload, signature) => `${header}.${payload}.${signature}\0`,
  'characters of plain base64': (header, payload) => `${header}.${payload}.ab+/`,
  'full-width letters': (header, payload, signature) => `${header}.${payload}.${signature.slice(0, -1)}Ａ`,
  'more than 4096 characters': (header, payload, signature) => `${header}.${payload}.${signature}${'A'.repeat(4096)}`,
};

/** `open` returns the signer of a new installation on each call. */
export const tokenSignerContract = (implementation: string, open: () => Promise<TokenSigner>) =>
  contract(`TokenSigner: ${implementation}`, () => {
    let signer: TokenSigner;
    beforeEach(async () => {
      signer = await open();
    });

    it('verifies what it signed and returns the claims exactly', async () => {
      expect(await signer.verify(await signer.sign(someClaims()), expectations())).toEqual({ claims: someClaims() });
    });

    it.each<[claim: string, Partial<TokenExpectations>]>([
      ['iss', { issuer: 'Inventory' }],
      ['aud', { audience: 'inventory' }],
      ['exp', { now: new Date(1_795_028_800_000) }],
    ])(
      'refuses a token whose %s is not the expected one, also of a token that was accepted before',
      async (claim, changes) => {
        const token = await signer.sign(someClaims());
        const refused = { fault: `claim ${claim}`, claims: someClaims() };
        expect(await signer.verify(token, expectations(changes))).toEqual(refused);
        expect(await signer.verify(token, expectations())).toEqual({ claims: someClaims() });
        expect(await signer.verify(token, expectations(changes))).toEqual(refused);
      },
    );

    it('accepts a token until the second before it expires', async () => {
      const token = await signer.sign(someClaims());
      expect(await signer.verify(token, expectations({ now: new Date(1_795_028_799_999) }))).not.toHaveProperty(
        'fault',
      );
    });

    it.each(['iss', 'aud', 'sub', 'iat', 'exp', 'jti', 'tv'])('refuses a token without %s', async (claim) => {
      const { [claim as 'sub']: _, ...others } = someClaims();
      const token = await signer.sign(others as AccessClaims);
      expect(await signer.verify(token, expectations())).toMatchObject({ fault: `claim ${claim}` });
    });

    it('refuses a token that is not valid yet', async () => {
      const token = await signer.sign({ ...someClaims(), nbf: 1_795_000_001 } as AccessClaims);
      expect(await signer.verify(token, expectations())).toMatchObject({ fault: 'claim nbf' });
    });

    it('writes its type, algorithm and key into the header, and nothing else', async () => {
      const [header = ''] = (await signer.sign(someClaims())).split('.');
      expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
        alg: expect.any(String),
        typ: 'at+jwt',
        kid: expect.any(String),
      });
    });

    it('refuses the token of another installation', async () => {
      const foreign = await (await open()).sign(someClaims());
      expect(await signer.verify(foreign, expectations())).toHaveProperty('fault');
    });

    it.each(Object.entries(tampered))('refuses a token with %s', async (_, tamper) => {
      const [header = '', payload = '', signature = ''] = (await signer.sign(someClaims())).split('.');
      expect(await signer.verify(tamper(header, payload, signature), expectations())).toEqual({
        fault: expect.any(String),
      });
    });

    it.each([0, 1, 2])('refuses another spelling of the same bytes in part %i', async (index) => {
      for (const iss of ['', 'a', 'ab']) {
        const parts = (await signer.sign(someClaims({ iss }))).split('.');
        const other = respelled(parts[index] ?? '');
        if (other === undefined) continue;
        expect(await signer.verify(parts.with(index, other).join('.'), expectations())).toEqual({
          fault: expect.any(String),
        });
      }
    });

    it('has nonces for each session and purpose, the same each time', async () => {
      const nonces = await signer.noncesOf('one session');
      const nonce = nonces.nonce('rest');
      expect(nonce).toMatch(/^[\w-]{32}$/);
      expect((await signer.noncesOf('one session')).nonce('rest')).toBe(nonce);
      const other = await signer.noncesOf('another session');
      expect([nonces.isOwn(nonce, 'rest'), nonces.isOwn(nonce, 'account'), other.isOwn(nonce, 'rest')]).toEqual([
        true,
        false,
        false,
      ]);
      expect([nonces.isOwn('', 'rest'), nonces.isOwn(`${nonce}x`, 'rest')]).toEqual([false, false]);
      expect((await (await open()).noncesOf('one session')).isOwn(nonce, 'rest')).toBe(false);
    });

    it('publishes no member of a private or secret key', async () => {
      const secretMembers = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']);
      for (const key of (await signer.publicKeys())?.keys ?? []) {
        expect(Object.keys(key).filter((name) => secretMembers.has(name))).toEqual([]);
      }
    });
  });
