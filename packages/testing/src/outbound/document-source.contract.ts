import type { DocumentRules, DocumentSource } from '@backroom/core/outbound';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** A source whose document the contract replaces. */
export interface PublishedSource {
  readonly source: DocumentSource;
  /** Replaces the file at the source. */
  publish(bytes: Uint8Array): Promise<void>;
  /** Removes the file. */
  withdraw(): Promise<void>;
  close(): Promise<void>;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Promises of every DocumentSource with an address. */
export const documentSourceContract = (
  implementation: string,
  rules: DocumentRules,
  open: (rules: DocumentRules) => Promise<PublishedSource>,
) =>
  contract(`DocumentSource: ${implementation}`, () => {
    const { code: unavailable } = rules.unavailable('');
    const { code: tooLarge } = rules.tooLarge(1);
    let published: PublishedSource;
    let source: DocumentSource;
    beforeAll(async () => {
      published = await open(rules);
      source = published.source;
    });
    afterAll(() => published?.close());

    it('names its source by an absolute URL without query', () => {
      expect(source.address).toMatch(/^(?:https?|file):\/\/[^?#]+$/);
    });

    it('reads a file once for each entity tag', async () => {
      await published.publish(bytesOf('{"name":"ü 😀"}'));
      const first = await source.fetch(null);
      expect(first).toMatchObject({ kind: 'changed', text: '{"name":"ü 😀"}', etag: expect.any(String) });
      const etag = first.kind === 'changed' ? first.etag : null;
      expect(await source.fetch(etag)).toEqual({ kind: 'unchanged' });
      await published.publish(bytesOf('{"name":"another one"}'));
      expect(await source.fetch(etag)).toMatchObject({ kind: 'changed', text: '{"name":"another one"}' });
    });

    it('reads a file at the limit, and refuses one beyond it and one of 50 MiB', async () => {
      await published.publish(new Uint8Array(rules.maxBytes).fill(0x20));
      expect(await source.fetch(null)).toMatchObject({ kind: 'changed' });
      for (const size of [rules.maxBytes + 1, 50 * 1_048_576]) {
        await published.publish(new Uint8Array(size).fill(0x20));
        await expect(source.fetch(null)).rejects.toMatchObject({ code: tooLarge });
      }
    });

    it('refuses bytes that are not UTF-8, and a missing file', async () => {
      await published.publish(Uint8Array.of(0x22, 0xff, 0xfe, 0x22));
      await expect(source.fetch(null)).rejects.toMatchObject({ code: unavailable });
      await published.withdraw();
      await expect(source.fetch('"any"')).rejects.toMatchObject({ code: unavailable });
    });
  });
