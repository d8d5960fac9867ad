import { EXTENSION_VALUE_BYTES } from '@backroom/core/extensions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

/** Promises of every ExtensionValues. */
export const extensionValuesContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ExtensionValues: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('returns a value as it was set last, and undefined for other keys', async () => {
      const { extensionValues } = stores;
      const slug = freshWord();
      const value = { text: 'nul \u0000 and \ud800', list: [1, null, true] };
      await extensionValues.set(slug, 'a', 1);
      await extensionValues.set(slug, 'a', value);
      expect(await extensionValues.get(slug, 'a')).toEqual(value);
      expect(await extensionValues.get(slug, 'b')).toBeUndefined();
      expect(await extensionValues.get(freshWord(), 'a')).toBeUndefined();
    });

    it('lists the keys of one extension with a prefix, in order', async () => {
      const { extensionValues } = stores;
      const slug = freshWord();
      const other = freshWord();
      for (const key of ['b', 'a_2', 'a%1', 'A']) await extensionValues.set(slug, key, key);
      await extensionValues.set(other, 'a_3', 3);
      expect(await extensionValues.keys(slug, '')).toEqual(['A', 'a%1', 'a_2', 'b']);
      expect(await extensionValues.keys(slug, 'a_')).toEqual(['a_2']);
      await extensionValues.delete(slug, 'b');
      await extensionValues.delete(slug, 'b');
      expect(await extensionValues.keys(slug, 'b')).toEqual([]);
      await extensionValues.clear(slug);
      expect([await extensionValues.keys(slug, ''), await extensionValues.keys(other, '')]).toEqual([[], ['a_3']]);
    });

    it('refuses a large value', async () => {
      const { extensionValues } = stores;
      const slug = freshWord();
      await extensionValues.set(slug, 'large', 'x'.repeat(EXTENSION_VALUE_BYTES - 2));
      const larger = extensionValues.set(slug, 'large', 'x'.repeat(EXTENSION_VALUE_BYTES - 1));
      await expect(larger).rejects.toMatchObject({ code: 'extension_value_too_large' });
      expect(await extensionValues.get(slug, 'large')).toHaveLength(EXTENSION_VALUE_BYTES - 2);
    });
  });
