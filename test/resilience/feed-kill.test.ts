import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type DatabaseLocation, openBackroom } from '@backroom/composition';
import { describe, expect, it } from 'vitest';
import { places, roundsOfKills } from './places.ts';
import { askPatiently, type Killable, signIn, startServer, withAdministrator } from './server-process.ts';

const timeout = 900_000;
const patience = 120_000;
const count = 20_000;
const lines = Array.from({ length: count }, (_, index) =>
  JSON.stringify({
    ...{ kind: 'product', id: index + 1, type: 'simple', name: `Thing ${index + 1}`, status: 'publish' },
    ...{ price: '1', created_at: '2025-01-01T00:00:00Z', description: 'x'.repeat(200) },
  }),
);

async function* inTurn() {
  yield* lines;
}

describe.each(places)('a server on $name that is killed while it writes catalogue feeds', (place) => {
  it('completes each of them, with every product once and no other file', { timeout }, async () => {
    const { variables, remove } = await place.open();
    const files = await mkdtemp(join(tmpdir(), 'backroom-feed-kill-'));
    const { DATA_DIR: folder, DATABASE_URL: url = '' } = variables as Readonly<Record<string, string>>;
    const database: DatabaseLocation =
      folder === undefined ? { kind: 'server', url, poolSize: 4 } : { kind: 'embedded', folder };
    const backroom = await openBackroom({ database });
    await backroom.core.interchange.importRecords(backroom.actor, { open: inTurn, onError: 'stop' });
    await backroom.close();
    // The key of the tokens is the same after each start.
    const given = { ...withAdministrator(variables), FILES_DIR: files };
    const started: Killable[] = [];
    const start = async () => {
      const server = await startServer(given);
      started.push(server);
      return server;
    };
    try {
      let server = await start();
      const headers = { authorization: `Bearer ${await signIn(server.url)}`, 'content-type': 'application/json' };
      const post = async (path: string, body: object) => {
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        const answer = await askPatiently(`${server.url}/index.php?rest_route=${path}`, init);
        return (await answer.json()) as Readonly<Record<string, unknown>>;
      };
      for (let round = 0; round < Math.max(3, roundsOfKills[place.name] ?? 1); round += 1) {
        await post('/shop/pos/v1/catalog/create', { force: true });
        await setTimeout(Math.random() * 600);
        await server.kill();
        server = await start();
        let status = await post('/shop/pos/v1/catalog/create', {});
        for (const since = performance.now(); status.state !== 'completed'; await setTimeout(50)) {
          if (performance.now() - since > patience) throw new Error(JSON.stringify(status));
          status = await post('/shop/pos/v1/catalog/create', {});
        }
        const url = String(status.url).replace(/^http:\/\/[^/]+/, server.url);
        const entries = (await (await fetch(url)).json()) as readonly { readonly data: { readonly id: number } }[];
        expect(entries.map(({ data }) => data.id)).toEqual(lines.map((_, index) => index + 1));
        // The job cleans up after its last step.
        await setTimeout(1_000);
        expect((await readdir(files)).filter((name) => name.startsWith('pos-'))).toHaveLength(1);
      }
    } finally {
      for (const each of started) await each.kill();
      await remove();
      await rm(files, { recursive: true, force: true });
    }
  });
});
