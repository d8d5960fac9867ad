import type { SignatureVerifier } from '@backroom/core/marketplace';
import { expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** The first test vector of RFC 8032, section 7.1: an empty message. */
const vector = {
  publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  signature: '5VZDAMNgrHKQhuLMgG6CioSHfx645dl02HPgZSJJAVVfuIIVkKM7rMYeOXAc+bRr0lv18FlbviRlUUFDjnoQCw==',
};

/** Promises of every SignatureVerifier. */
export const signatureVerifierContract = (implementation: string, verifier: SignatureVerifier) =>
  contract(`SignatureVerifier: ${implementation}`, () => {
    it('accepts the test vector of RFC 8032, also in base64url', () => {
      const { publicKey, signature } = vector;
      const urlSafe = signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      expect(verifier.verify(publicKey, '', signature)).toBe(true);
      expect(verifier.verify(publicKey, '', urlSafe)).toBe(true);
    });

    it('refuses another text, another key and another signature', () => {
      const { publicKey, signature } = vector;
      const other = 'PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=';
      expect(verifier.verify(publicKey, ' ', signature)).toBe(false);
      expect(verifier.verify(other, '', signature)).toBe(false);
      expect(verifier.verify(publicKey, '', `6${signature.slice(1)}`)).toBe(false);
    });

    it('refuses malformed signatures', () => {
      for (const signature of ['', 'short', '!'.repeat(86), 'A'.repeat(10_000)])
        expect(verifier.verify(vector.publicKey, '', signature)).toBe(false);
    });

    it('refuses malformed keys', () => {
      for (const publicKey of ['', 'short', 'A'.repeat(44)])
        expect(verifier.verify(publicKey, '', vector.signature)).toBe(false);
    });

    it('opens a token with its key only', () => {
      const publicKey = 'j/Xb0dcVlCtnAfb4/dFEq1B1JXjM6Z8iK/ZeNLfUABw=';
      expect(verifier.open(publicKey, 'eyJhIjoxfQ')).toBeUndefined();
      expect(verifier.open(publicKey, `eyJhIjoxfQ.${'A'.repeat(86)}`)).toBeUndefined();
      expect(verifier.open(publicKey, `eyJhIjoxfQ.${'A'.repeat(86)}.x`)).toBeUndefined();
      expect(verifier.open(vector.publicKey, `.${vector.signature.replaceAll('=', '')}`)).toBeUndefined();
    });

    it('returns for each key an id of 32 hexadecimal digits', () => {
      expect(verifier.keyId(vector.publicKey)).toMatch(/^[0-9a-f]{32}$/);
      expect(verifier.keyId(vector.publicKey)).not.toBe(verifier.keyId('PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw='));
    });
  });
