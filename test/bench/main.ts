import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import { measureBatches } from './batches.ts';
import { measureBulk } from './bulk.ts';
import { ColumnStore } from './column-store.ts';
import { measureImport, measureOrders, measureRebuild } from './commerce.ts';
import { makeShop } from './copied-shop.ts';
import { fill } from './data.ts';
import { measureBeside, measureExports } from './exports.ts';
import { measureExtensions } from './extensions.ts';
import { measureJobs } from './jobs.ts';
import { type Load, load, type Measured, median, warmLoad } from './measure.ts';
import { measurePairs } from './pair.ts';
import { writePlans } from './plans.ts';
import { type Serving, start } from './processes.ts';
import { measureReports } from './reports.ts';
import { compareIndex, measureReading } from './shop.ts';

// Measures and reports; nothing fails by time. `npm run bench -- --quick` takes a tenth of the data and a third of the time.
const isQuick = process.argv.includes('--quick');
const volume = isQuick ? { items: 10_000, operations: 100_000 } : { items: 100_000, operations: 1_000_000 };
const seconds = isQuick ? 3 : 10;
const secret = 'a secret of 32 bytes for measuring only';
const administrator = { username: 'measurer', password: 'what a long password to measure with' };
const environment = {
  JWT_SECRET: secret,
  BOOTSTRAP_ADMIN_USERNAME: administrator.username,
  BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
  LOG_LEVEL: 'warn',
  PORT: '0',
  RATE_LIMIT_ANONYMOUS: '0',
  RATE_LIMIT_API: '0',
  RATE_LIMIT_LOGIN_IP_ATTEMPTS: '0',
  RATE_LIMIT_WRITE: '0',
};

const print = (text: string) => process.stdout.write(`${text}\n`);
const row = (name: string, { perSecond, p50, p95, p99, failures }: Measured) =>
  print(
    `${name.padEnd(46)} ${String(perSecond).padStart(6)}/s  p50 ${p50} ms  p97.5 ${p95} ms  p99 ${p99} ms${failures > 0 ? `  failures ${failures}` : ''}`,
  );
const any = (most: number) => 1 + Math.floor(Math.random() * most);

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Requests to every part of the system, on as many items as there are. */
const loads = (common: Pick<Load, 'url' | 'token'>, items: number) => {
  const base = { ...common, connections: 20, seconds };
  const issue = (item: () => number) => ({
    ...base,
    method: 'POST' as const,
    path: () => '/operations',
    body: () => ({ item_id: item(), type: 'receipt', quantity: 1 }),
  });
  return {
    'read one item': { ...base, path: () => `/items/${any(items)}` },
    'record on many items': issue(() => any(items)),
    'record on one hot item': issue(() => 1),
    'items, pages at any depth': { ...base, connections: 1, path: () => `/items?page=${any(items / 100)}` },
    'items by name, pages at any depth': {
      ...base,
      connections: 2,
      path: () => `/items?sort=name&page=${any(items / 100)}`,
    },
    'items by quantity, pages at any depth': {
      ...base,
      connections: 2,
      path: () => `/items?sort=-quantity&page=${any(items / 100)}`,
    },
    'operations, pages at any depth': {
      ...base,
      connections: 2,
      path: () => `/operations?page=${any(volume.operations / 100)}`,
    },
    'operations, following next': {
      ...base,
      connections: 2,
      path: () => `/operations?before_id=${any(volume.operations)}`,
    },
    'operations of one item': { ...base, connections: 1, path: () => `/operations?item_id=${any(items)}` },
  };
};

async function measureAll(server: Serving, items: number): Promise<void> {
  const token = await signIn(server.url);
  for (const [name, request] of Object.entries(loads({ url: server.url, token }, items)))
    row(name, await warmLoad(request));
  print(`memory of the server after all that: ${await server.memory()} MiB`);
}

/** Ours and the yardstick in turn, so that the load of the machine affects both. */
async function compare(server: Serving, yardstick: Serving, items: number): Promise<void> {
  const token = await signIn(server.url);
  for (const name of ['read one item', 'record on many items', 'record on one hot item'] as const) {
    const ratios: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const ours = await load(loads({ url: server.url, token }, items)[name]);
      const theirs = await load(loads({ url: yardstick.url, token }, items)[name]);
      if (theirs.failures > 0) throw new Error(`The yardstick failed ${theirs.failures} times at: ${name}`);
      ratios.push(ours.perSecond / theirs.perSecond);
      print(`${name.padEnd(46)} ours ${ours.perSecond}/s, by hand ${theirs.perSecond}/s`);
    }
    print(`${name.padEnd(46)} median ratio ${(median(ratios) * 100).toFixed(0)} %`);
  }
}

async function onPostgres(): Promise<void> {
  const postgres = await startPostgres();
  const pool = new pg.Pool({ connectionString: postgres.url });
  try {
    print(`\nPostgreSQL ${postgres.version}, ${volume.items} items, ${volume.operations} operations, 20 connections`);
    const server = await start('serving.ts', { env: { ...environment, DATABASE_URL: postgres.url } });
    await fill(pool, volume);
    const yardstick = await start('yardstick.ts', { args: [postgres.url, secret] });
    await compare(server, yardstick, volume.items);
    await yardstick.stop();
    await measureAll(server, volume.items);
    const began = performance.now();
    await verify(postgres.url);
    print(`stock verify: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await server.stop();
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

async function verify(url: string): Promise<void> {
  const { openBackroom } = await import('@backroom/composition');
  const backroom = await openBackroom({ database: { kind: 'server', url, poolSize: 2 }, jwtSecret: secret });
  const differences = await backroom.core.inventory.verifyStock(backroom.actor, {});
  if (differences.length > 0) throw new Error(`${differences.length} balances differ from the ledger.`);
  await backroom.close();
}

async function onEmbedded(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'backroom-bench-'));
  try {
    print('\nembedded database, 100 items');
    const server = await start('serving.ts', { env: { ...environment, DATA_DIR: folder } });
    const token = await signIn(server.url);
    for (let n = 0; n < 100; n += 1) {
      await fetch(`${server.url}/items`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Thing ${n}`, quantity: 100 }),
      });
    }
    const requests = loads({ url: server.url, token }, 100);
    for (const name of ['read one item', 'record on many items', 'record on one hot item'] as const)
      row(name, await warmLoad(requests[name]));
    print(`memory of the server after all that: ${await server.memory()} MiB`);
    await server.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `npm run bench -- bulk`: only whole tables, on both databases. */
async function bulk(): Promise<void> {
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'backroom-bench-'));
  try {
    for (const [name, place] of [
      ['PostgreSQL', { DATABASE_URL: postgres.url }],
      ['the embedded database', { DATA_DIR: folder }],
    ] as const) {
      print(`\nwhole tables on ${name}`);
      const server = await start('serving.ts', { env: { ...environment, ...place } });
      await measureBulk(server, await signIn(server.url), print);
      await server.stop();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** `npm run bench -- shop`: only the machinery of the shop interface. */
async function shop(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'backroom-bench-'));
  try {
    print('\nthe shop interface');
    await measureReading();
    const server = await start('serving.ts', { env: { ...environment, DATA_DIR: folder } });
    const plain = await start('plain-koa.ts', { args: [server.url] });
    await compareIndex(server, plain, seconds);
    await plain.stop();
    await server.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const isDurable of [true, false]) {
    const postgres = await startPostgres(undefined, { isDurable });
    try {
      print(`PostgreSQL that ${isDurable ? 'keeps' : 'may lose'} what it has committed when the power goes`);
      await measureBatches(postgres.url, print);
    } finally {
      await postgres.stop();
    }
  }
}

/** `npm run bench -- commerce`: orders in, facts made of them, and all recomputed. */
async function commerce(): Promise<void> {
  const { openBackroom } = await import('@backroom/composition');
  const orders = isQuick ? 20_000 : 1_000_000;
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'backroom-bench-'));
  try {
    print(`\na sample shop on PostgreSQL ${postgres.version}`);
    await measureImport(postgres.url, orders, print);
    const backroom = await openBackroom({ database: { kind: 'server', url: postgres.url, poolSize: 4 } });
    await measureRebuild(backroom, print);
    await backroom.close();
    await measureOrders(postgres.url, seconds, print);
    print('\na sample shop on the embedded database');
    await measureImport(`folder:${folder}`, isQuick ? 5_000 : 100_000, print);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * `npm run bench -- reports`: each promised report. `--orders N` sets the size of its shop; `--database URL` and
 * `--folder PATH` use an existing shop, without accounts or measured before, on PostgreSQL and on the embedded database.
 * `--against duckdb` queries a column store with the same facts in turn, and compares the numbers.
 */
async function reports(): Promise<void> {
  const orders = Number(flagged('--orders') ?? (isQuick ? 20_000 : 1_000_000));
  const url = flagged('--database');
  const path = flagged('--folder');
  const measuring = { print, seconds: isQuick ? 1 : 5 };
  if (url !== undefined || path === undefined) {
    const postgres = url === undefined ? await startPostgres() : undefined;
    const place = url ?? postgres?.url ?? '';
    print(`\nreports of ${url === undefined ? `${orders} orders` : 'a shop'} on PostgreSQL`);
    if (postgres) await makeShop(place, orders, print);
    const against = flagged('--against') === 'duckdb' ? await ColumnStore.copyOf(place) : undefined;
    await serving({ DATABASE_URL: place }, (server, token) =>
      measureReports(server, { ...measuring, token, ...(against && { against }) }),
    );
    await against?.close();
    await postgres?.stop();
  }
  if (path === undefined && url !== undefined) return;
  const folder = path ?? (await mkdtemp(join(tmpdir(), 'backroom-bench-')));
  print('\nreports on the embedded database');
  if (path === undefined) await measureImport(`folder:${folder}`, isQuick ? 5_000 : 100_000, print);
  await serving({ DATA_DIR: folder }, (server, token) => measureReports(server, { ...measuring, token, goal: 60 }));
  if (path === undefined) await rm(folder, { recursive: true, force: true });
}

/** `npm run bench -- exports`: all orders of a sample shop into a file, or of the shop that `--database URL` names. */
async function exported(): Promise<void> {
  const url = flagged('--database');
  const postgres = url === undefined ? await startPostgres() : undefined;
  const place = url ?? postgres?.url ?? '';
  try {
    if (postgres) await measureImport(place, isQuick ? 20_000 : 1_000_000, print);
    await measureExports(place, print);
    await serving({ DATABASE_URL: place }, (server, token) => measureBeside(server, token, print));
  } finally {
    await postgres?.stop();
  }
}

/** `npm run bench -- plans --database URL`: how the database answers them, without measuring. */
async function plans(): Promise<void> {
  const url = flagged('--database');
  if (url === undefined) throw new Error('Say which shop: --database URL');
  await writePlans(url, print);
}

/** `npm run bench -- pair --against TREE`: another tree of the project in turn with this one, and the yardstick. */
async function pairs(): Promise<void> {
  const against = flagged('--against');
  if (against === undefined) throw new Error('Say which tree: --against FOLDER');
  const rounds = Number(flagged('--rounds') ?? (isQuick ? 7 : 21));
  await measurePairs({ against, rounds, requests: 2_000, only: flagged('--only'), environment, signIn, print });
}

async function serving(
  place: Record<string, string>,
  measure: (server: Serving, token: string) => Promise<void>,
): Promise<void> {
  const server = await start('serving.ts', { env: { ...environment, ...place } });
  try {
    await measure(server, await signIn(server.url));
    print(`memory of the server after all that: ${await server.memory()} MiB`);
  } finally {
    await server.stop();
  }
}

const flagged = (flag: string): string | undefined => {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : process.argv[at + 1];
};

print(
  `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; the load comes from the same machine`,
);
if (process.argv.includes('bulk')) await bulk();
else if (process.argv.includes('shop')) await shop();
else if (process.argv.includes('commerce')) await commerce();
else if (process.argv.includes('reports')) await reports();
else if (process.argv.includes('exports')) await exported();
else if (process.argv.includes('plans')) await plans();
else if (process.argv.includes('pair')) await pairs();
else if (process.argv.includes('extensions')) {
  const rounds = Number(flagged('--rounds') ?? (isQuick ? 2 : 7));
  await measureExtensions({ rounds, seconds: Number(flagged('--seconds') ?? 10) }, flagged('--only'));
} else if (process.argv.includes('jobs')) await measureJobs(isQuick);
else {
  await onPostgres();
  await onEmbedded();
  await shop();
  await commerce();
  await reports();
  await measureJobs(isQuick);
}
