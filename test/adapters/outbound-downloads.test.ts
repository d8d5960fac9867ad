import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MemoryLog } from '@backroom/adapters-memory';
import { UndiciOutboundClient } from '@backroom/adapters-outbound';
import { type DownloadWorld, outboundDownloadContract, type ServedFile } from '@backroom/testing';
import { describe, expect, it } from 'vitest';
import { startCountingServer } from '../support/outbound-servers.ts';

const log = new MemoryLog();

async function openWorld(): Promise<DownloadWorld> {
  const answers = new Map<string, ServedFile>();
  let received: IncomingHttpHeaders = {};
  const server = await startCountingServer((request, response) => {
    received = request.headers;
    const { status = 200, headers = {}, body = new Uint8Array(), endsAfter } = answers.get(request.url ?? '') ?? {};
    if (endsAfter === undefined) return response.writeHead(status, headers).end(body);
    response.writeHead(status, headers).write(body.subarray(0, endsAfter), () => {
      if ('content-length' in headers) response.destroy();
      else response.end();
    });
  });
  return {
    client: new UndiciOutboundClient({ log, allow: [`127.0.0.1:${server.port}`] }),
    serve(path, answer) {
      answers.set(path, answer);
      return server.url + path;
    },
    received: () => received,
    close: async () => server[Symbol.asyncDispose](),
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Bytes of buffers in use, without those that only await collection. A collection frees its buffers on another
 * thread and returns before; a second collection waits for the first.
 */
function heldBuffers(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

outboundDownloadContract('UndiciOutboundClient', openWorld);

describe('a download', () => {
  it('of 256 MiB needs few MiB of memory, and no more than the sink takes', async () => {
    const size = 256;
    const block = Buffer.alloc(1_048_576, 'x');
    let sent = 0;
    await using server = await startCountingServer((_, response) => {
      const more = (): void => {
        if (sent === size) return void response.end();
        sent += 1;
        response.write(block, more);
      };
      more();
    });
    const client = new UndiciOutboundClient({ log, allow: [`127.0.0.1:${server.port}`] });
    const hash = createHash('sha256');
    let taken = 0;
    let ahead = 0;
    let most = 0;
    const before = heldBuffers();
    const { bytes, sha256 } = await client.download(
      { purpose: 'test', url: `${server.url}/`, maxBytes: size * block.length },
      {
        async write(content) {
          hash.update(content);
          taken += 1;
          ahead = Math.max(ahead, sent - taken);
          if (taken % 32 !== 0) return;
          await new Promise((resolve) => setTimeout(resolve, 30));
          most = Math.max(most, heldBuffers() - before);
        },
      },
    );
    expect([bytes, sha256]).toEqual([size * block.length, hash.digest('hex')]);
    // The sending side buffers in the kernel, too.
    expect(ahead).toBeLessThan(16);
    expect(most).toBeLessThan(32 * 1_048_576);
  });

  it('ends by its time limit, also while the server drips', async () => {
    await using server = await startCountingServer((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const client = new UndiciOutboundClient({ log, allow: [`127.0.0.1:${server.port}`] });
    const request = { purpose: 'test', url: `${server.url}/`, maxBytes: 1_000, totalMs: 300 };
    await expect(client.download(request, { write: async () => {} })).rejects.toMatchObject({
      code: 'outbound_failed',
    });
    expect(log.entries.at(-1)).toMatchObject({ facts: { reason: 'the time is over' } });
  });
});
