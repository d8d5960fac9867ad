import type { DownloadSink, OutboundClient } from '@backroom/core/outbound';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** An answer of the server. */
export interface ServedFile {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Sends this many bytes of the body in chunks; with a `content-length` the connection then breaks. */
  readonly endsAfter?: number;
}

/** A client, and a server that it may reach. */
export interface DownloadWorld {
  readonly client: OutboundClient;
  /** Answers every request to this path so; returns the address. */
  serve(path: string, answer: ServedFile): string;
  /** Headers of the last request. */
  received(): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

const MIB = 1_048_576;
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Bytes in which every block differs. */
const fileOf = (size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 12)) & 255);

/** A sink that keeps what it received. */
function collected(): DownloadSink & { readonly sizes: number[]; whole(): Uint8Array } {
  const blocks: Uint8Array[] = [];
  return {
    sizes: [],
    async write(bytes) {
      this.sizes.push(bytes.length);
      blocks.push(bytes.slice());
    },
    whole() {
      const joined = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const block of blocks) {
        joined.set(block, at);
        at += block.length;
      }
      return joined;
    },
  };
}

/** Promises of `download` of every OutboundClient. */
export const outboundDownloadContract = (implementation: string, open: () => Promise<DownloadWorld>) =>
  contract(`OutboundClient.download: ${implementation}`, () => {
    let world: DownloadWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world?.close());
    const download = (url: string, sink: DownloadSink, maxBytes = 8 * MIB) =>
      world.client.download({ purpose: 'test', url, maxBytes }, sink);

    it.each([0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB + 7])('saves a file of %i bytes in blocks', async (size) => {
      const body = fileOf(size);
      const sink = collected();
      const url = world.serve('/file.tgz', { body });
      expect(await download(url, sink)).toEqual({ status: 200, bytes: size, sha256: await sha256(body), url });
      expect(await sha256(sink.whole() as Uint8Array<ArrayBuffer>)).toBe(await sha256(body));
      expect(sink.sizes.slice(0, -1).every((each) => each === MIB)).toBe(true);
    });

    it('requests no content coding, and undoes none', async () => {
      const sink = collected();
      const url = world.serve('/file.tgz', { body: fileOf(100), headers: { 'content-encoding': 'x-gzip' } });
      expect((await download(url, sink)).bytes).toBe(100);
      expect(sink.whole()).toEqual(fileOf(100));
      expect(world.received()).toMatchObject({ 'accept-encoding': 'identity' });
    });

    it.each([201, 204, 206, 304, 404, 500])('writes nothing for status %i', async (status) => {
      const sink = collected();
      const url = world.serve('/file', { status, body: fileOf(status === 204 || status === 304 ? 0 : 100) });
      expect(await download(url, sink)).toMatchObject({ status, bytes: 0, sha256: await sha256(new Uint8Array()) });
      expect(sink.sizes).toEqual([]);
    });

    it('follows a redirect and writes the file only', async () => {
      const sink = collected();
      const url = world.serve('/file', { body: fileOf(10) });
      const first = world.serve('/moved', { status: 302, headers: { location: '/file' }, body: fileOf(99) });
      expect(await download(first, sink)).toMatchObject({ status: 200, bytes: 10, url });
      expect(sink.whole()).toEqual(fileOf(10));
    });

    it('takes a file at the limit, and refuses a longer one', async () => {
      const size = 2 * MIB + 5;
      for (const endsAfter of [undefined, size]) {
        const url = world.serve('/file', { body: fileOf(size), ...(endsAfter !== undefined && { endsAfter }) });
        expect((await download(url, collected(), size)).bytes).toBe(size);
        const sink = collected();
        await expect(download(url, sink, size - 1)).rejects.toMatchObject({ code: 'outbound_failed' });
        expect(sink.whole().length).toBeLessThan(size);
      }
    });

    it('refuses a file that ends early', async () => {
      const url = world.serve('/file', { body: fileOf(500), endsAfter: 100, headers: { 'content-length': '500' } });
      await expect(download(url, collected())).rejects.toMatchObject({ code: 'outbound_failed' });
    });

    it('rejects with the error of the sink, and writes nothing more', async () => {
      const full = new Error('There is no space left.');
      let writes = 0;
      const sink = {
        write: () => {
          writes += 1;
          return Promise.reject(full);
        },
      };
      await expect(download(world.serve('/file', { body: fileOf(3 * MIB) }), sink)).rejects.toBe(full);
      expect(writes).toBe(1);
    });

    it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('has no limit of %d bytes', async (maxBytes) => {
      await expect(download(world.serve('/file', {}), collected(), maxBytes)).rejects.toThrow(RangeError);
    });

    it('refuses a private address', async () => {
      const sink = collected();
      await expect(download('http://10.0.0.1/file', sink)).rejects.toMatchObject({ code: 'outbound_refused' });
      expect(sink.sizes).toEqual([]);
    });
  });
