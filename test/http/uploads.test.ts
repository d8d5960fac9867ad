import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readUpload } from '../../packages/adapters-http/src/common/read-upload.ts';

const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nsku\r\n';

/** A compressed form that begins like this and never ends. */
function endless(beginning: string): IncomingMessage {
  const more = gzipSync(' '.repeat(1_048_576));
  const body = function* () {
    yield gzipSync(beginning);
    for (;;) yield more;
  };
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' };
  return Object.assign(Readable.from(body(), { highWaterMark: 1 }), { headers }) as unknown as IncomingMessage;
}

describe('a compressed form that never ends', () => {
  it.each([
    ['before its file', ''],
    ['in its file', head],
    ['in another field', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n'],
    ['behind its file', `${head}\r\n--x--\r\n`],
  ])('is refused while it is inflated: %s', async (_, beginning) => {
    const request = endless(beginning);
    const read = async () => {
      for await (const chunk of readUpload(request, true, () => {}).chunks) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toMatchObject({ kind: 'too-large', code: 'payload_too_large' });
    request.destroy();
  });
});
