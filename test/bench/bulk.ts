import { setTimeout } from 'node:timers/promises';
import type { Serving } from './processes.ts';

/** Rows of one import; as many as there may be. */
const rows = 50_000;
const header = 'sku,name,description,category_path,unit,quantity,price,barcode,attr.colour\r\n';

const file = (first: number): string =>
  header +
  Array.from({ length: rows }, (_, each) => {
    const n = first + each;
    return `BULK-${n},Thing number ${n},"Stands on shelf ${n % 97}, row ${n % 13}",Group ${n % 20} > Part ${n % 7},pcs,${n % 50},${n % 100}.5,BC${n},red\r\n`;
  }).join('');

/** What one piece of work took. */
interface Taken {
  readonly seconds: number;
  /** Most MiB of the server beyond what it had before. */
  readonly growth: number;
}

async function watching(server: Serving, work: () => Promise<unknown>): Promise<Taken> {
  const before = await server.memory();
  let most = before;
  let isDone = false;
  const watch = (async () => {
    for (; !isDone; await setTimeout(100)) most = Math.max(most, await server.memory());
  })();
  const since = performance.now();
  await work();
  const seconds = (performance.now() - since) / 1_000;
  isDone = true;
  await watch;
  return { seconds, growth: most - before };
}

/** Imports 50,000 new items twice, and exports everything up to a minimum number. */
export async function measureBulk(server: Serving, token: string, print: (text: string) => void): Promise<void> {
  const reported = (name: string, { seconds, growth }: Taken, more = '') =>
    print(`${name.padEnd(46)} ${seconds.toFixed(1).padStart(6)} s  at most ${growth} MiB more ${more}`);
  const authorization = `Bearer ${token}`;
  const send = (text: string) => async () => {
    const headers = { authorization, 'content-type': 'text/csv' };
    const answer = await fetch(`${server.url}/items/import?create_missing=true`, {
      method: 'POST',
      headers,
      body: text,
    });
    const { total, failed, created, unchanged } = (await answer.json()) as Readonly<Record<string, number>>;
    if (failed !== 0) throw new Error(`The import failed: ${answer.status}, ${failed} of ${total} rows.`);
    return { created, unchanged };
  };
  const first = file(1);
  reported('import 50,000 new items with quantities', await watching(server, send(first)));
  reported('the same file again', await watching(server, send(first)));
  reported('every name changed', await watching(server, send(first.replaceAll('Thing number', 'Item number'))));
  reported('50,000 more', await watching(server, send(file(rows + 1))));
  for (const form of ['csv', 'json']) {
    let bytes = 0;
    const taken = await watching(server, async () => {
      const answer = await fetch(`${server.url}/items/export?format=${form}`, { headers: { authorization } });
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
    });
    reported(`export 100,000 items as ${form}`, taken, `(${(bytes / 2 ** 20).toFixed(1)} MiB)`);
  }
  let bytes = 0;
  const taken = await watching(server, async () => {
    const answer = await fetch(`${server.url}/operations/export?format=csv`, { headers: { authorization } });
    for await (const chunk of answer.body ?? []) bytes += chunk.length;
  });
  reported('export the ledger as csv', taken, `(${(bytes / 2 ** 20).toFixed(1)} MiB)`);
}
