import { CATALOGUE_BYTES, type ExtensionCatalog } from '@backroom/core/marketplace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** A source with its catalog. */
export interface CatalogueSource {
  readonly catalog: ExtensionCatalog;
  /** Replaces the file at the source. */
  publish(bytes: Uint8Array): Promise<void>;
  /** Removes the file. */
  withdraw(): Promise<void>;
  close(): Promise<void>;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Promises of every ExtensionCatalog that has a source. */
export const extensionCatalogContract = (implementation: string, open: () => Promise<CatalogueSource>) =>
  contract(`ExtensionCatalog: ${implementation}`, () => {
    let source: CatalogueSource;
    beforeAll(async () => {
      source = await open();
    });
    afterAll(() => source?.close());

    it('names its source by an absolute URL without query', () => {
      expect(source.catalog.address).toMatch(/^(?:https?|file):\/\/[^?#]+$/);
    });

    it('reads a file once for each entity tag', async () => {
      await source.publish(bytesOf('{"name":"ü 😀"}'));
      const first = await source.catalog.fetch(null);
      expect(first).toMatchObject({ kind: 'changed', text: '{"name":"ü 😀"}', etag: expect.any(String) });
      const etag = first.kind === 'changed' ? first.etag : null;
      expect(await source.catalog.fetch(etag)).toEqual({ kind: 'unchanged' });
      await source.publish(bytesOf('{"name":"another one"}'));
      expect(await source.catalog.fetch(etag)).toMatchObject({ kind: 'changed', text: '{"name":"another one"}' });
    });

    it('reads a file at the limit, and refuses one beyond it and one of 50 MiB', async () => {
      await source.publish(new Uint8Array(CATALOGUE_BYTES).fill(0x20));
      expect(await source.catalog.fetch(null)).toMatchObject({ kind: 'changed' });
      for (const size of [CATALOGUE_BYTES + 1, 50 * 1_048_576]) {
        await source.publish(new Uint8Array(size).fill(0x20));
        await expect(source.catalog.fetch(null)).rejects.toMatchObject({ code: 'catalogue_too_large' });
      }
    });

    it('refuses bytes that are not UTF-8, and a missing file', async () => {
      await source.publish(Uint8Array.of(0x22, 0xff, 0xfe, 0x22));
      await expect(source.catalog.fetch(null)).rejects.toMatchObject({ code: 'catalogue_unavailable' });
      await source.withdraw();
      await expect(source.catalog.fetch('"any"')).rejects.toMatchObject({ code: 'catalogue_unavailable' });
    });
  });
