import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { places } from './places.ts';
import { signIn, startServer, withAdministrator } from './server-process.ts';

const rows = 5_000;
const file = [
  'sku,name,category_path,location,quantity,attr.colour',
  ...Array.from(
    { length: rows },
    (_, n) => `S-${n},Thing ${n},Group ${n % 9} > Part ${n % 5},SHELF-${n % 3},${1 + (n % 7)},red`,
  ),
].join('\n');

async function callerAt(url: string) {
  const authorization = `Bearer ${await signIn(url)}`;
  return {
    async send(query = '') {
      const headers = { authorization, 'content-type': 'text/csv' };
      const address = `${url}/items/import?create_missing=true${query}`;
      return (await fetch(address, { method: 'POST', headers, body: file })).json();
    },
    async countOf(path: string) {
      const { headers } = await fetch(`${url}${path}`, { headers: { authorization } });
      return Number(headers.get('x-total-count'));
    },
  };
}

/** Kills a server in the middle of an import; a machine that is busy now and then may be through with it too early. */
async function killedDuringImport(open: (typeof places)[number]['open']) {
  for (let part = 0.4; ; part /= 2) {
    const { variables: given, remove } = await open();
    const variables = withAdministrator(given);
    const server = await startServer(variables);
    const before = await callerAt(server.url);
    // The first one is slower than those that follow, because everything in it happens for the first time.
    await before.send('&dry_run=true');
    const since = performance.now();
    expect(await before.send('&dry_run=true')).toMatchObject({ dry_run: true, created: rows, operations: rows });
    const duration = performance.now() - since;
    const broken = before.send().then(
      () => false,
      () => true,
    );
    await setTimeout(duration * part);
    await server.kill();
    if (await broken) return { variables, remove };
    await remove();
  }
}

describe.each(places)('a server on $name that is killed half way through an import', ({ open }) => {
  it('has nothing of it afterwards, and takes it whole when it is sent again', { timeout: 300_000 }, async () => {
    const place = await killedDuringImport(open);
    const server = await startServer(place.variables);
    try {
      const after = await callerAt(server.url);
      const counts = () =>
        Promise.all(
          ['/items?archived=any', '/operations', '/categories', '/locations'].map((path) => after.countOf(path)),
        );
      expect(await counts()).toEqual([0, 0, 0, 1]);
      expect(await server.differences()).toEqual([]);

      expect(await after.send()).toMatchObject({ created: rows, operations: rows, failed: 0 });
      // Nine groups, and in each of them five parts.
      expect(await counts()).toEqual([rows, rows, 9 + 45, 4]);
      expect(await after.send()).toMatchObject({ unchanged: rows, operations: 0 });
      expect(await server.differences()).toEqual([]);
    } finally {
      await server.kill();
      await place.remove();
    }
  });
});
