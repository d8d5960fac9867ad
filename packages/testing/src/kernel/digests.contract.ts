import type { Digests } from '@backroom/core/back-office';
import { expect, it } from 'vitest';
import { contract } from '../contract.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const digestsContract = (implementation: string, digests: Digests) =>
  contract(`Digests: ${implementation}`, () => {
    it.each([
      ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      ['ü', '607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f'],
    ])('is SHA-256 of %j in UTF-8', (text, digest) => {
      expect(hex(digests.sha256(text))).toBe(digest);
    });
  });
