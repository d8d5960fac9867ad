import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryLog } from '@backroom/adapters-memory';
import { Ed25519Verifier, FileDocumentSource } from '@backroom/adapters-node';
import { UndiciOutboundClient, WebDocumentSource } from '@backroom/adapters-outbound';
import { catalogueRules } from '@backroom/core/marketplace';
import type { DocumentRules } from '@backroom/core/outbound';
import {
  documentCopyStoreContract,
  documentSourceContract,
  type PublishedSource,
  signatureVerifierContract,
} from '@backroom/testing';
import { describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { startCountingServer } from '../support/outbound-servers.ts';
import { openStores } from '../support/stores.ts';

async function openFolder(rules: DocumentRules): Promise<PublishedSource> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
  const path = join(folder, 'extensions.json');
  return {
    source: new FileDocumentSource(path, rules),
    publish: (bytes) => writeFile(path, bytes),
    withdraw: () => rm(path),
    close: () => rm(folder, { recursive: true }),
  };
}

async function openServer(rules: DocumentRules): Promise<PublishedSource> {
  let edition = 0;
  let current: Uint8Array | undefined;
  const server = await startCountingServer((request, response) => {
    const etag = `"edition-${edition}"`;
    if (!current) return response.writeHead(404).end();
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    return response.writeHead(200, { etag, 'content-type': 'application/json' }).end(current);
  });
  const log = new MemoryLog();
  const client = new UndiciOutboundClient({ log, allow: [`127.0.0.1:${server.port}`] });
  return {
    source: new WebDocumentSource(client, `${server.url}/extensions.json?token=secret`, rules),
    async publish(bytes) {
      edition += 1;
      current = bytes;
    },
    async withdraw() {
      current = undefined;
    },
    close: async () => server[Symbol.asyncDispose](),
  };
}

documentSourceContract('FileDocumentSource', catalogueRules, openFolder);
documentSourceContract('WebDocumentSource', catalogueRules, openServer);
signatureVerifierContract('Ed25519Verifier', new Ed25519Verifier());
for (const database of databases)
  documentCopyStoreContract(`MikroDocumentCopyStore on ${database.name}`, 'catalogueStore', () => openStores(database));

describe('FileDocumentSource', () => {
  it('refuses pipes, devices and folders without opening them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    try {
      for (const path of [pipe, '/dev/zero', folder])
        await expect(new FileDocumentSource(path, catalogueRules).fetch(null)).rejects.toMatchObject({
          code: 'catalogue_unavailable',
        });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('WebDocumentSource', () => {
  const sourceAt = (url: string, allow: readonly string[]) =>
    new WebDocumentSource(new UndiciOutboundClient({ log: new MemoryLog(), allow }), url, catalogueRules);

  it('ends a source that never ends at the limit of bytes', async () => {
    let sent = 0;
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536, 0x20);
      const more = () => {
        if (response.destroyed) return;
        sent += chunk.byteLength;
        if (response.write(chunk)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    const fetched = sourceAt(`${server.url}/`, [`127.0.0.1:${server.port}`]).fetch(null);
    await expect(fetched).rejects.toMatchObject({ code: 'catalogue_too_large' });
    expect(sent).toBeLessThan(16 * 1_048_576);
  });

  it('ends a source that sends a byte now and then after ten seconds', { timeout: 20_000 }, async () => {
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 500);
      response.on('close', () => clearInterval(timer));
    });
    const fetched = sourceAt(`${server.url}/`, [`127.0.0.1:${server.port}`]).fetch(null);
    await expect(fetched).rejects.toMatchObject({ code: 'catalogue_unavailable' });
  });

  it('sends nothing to a private address that is not allowed', async () => {
    await using server = await startCountingServer((_, response) => response.end('{}'));
    await expect(sourceAt(`${server.url}/`, []).fetch(null)).rejects.toMatchObject({ code: 'catalogue_unavailable' });
    expect(server.requests).toEqual([]);
  });
});
