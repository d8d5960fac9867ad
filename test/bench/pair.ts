import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import autocannon from 'autocannon';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import { processorTimeOf } from '../support/processor-time.ts';
import { fill } from './data.ts';
import { median } from './measure.ts';
import { type Serving, start } from './processes.ts';

/** What is compared: this tree with another one, and with the statements written by hand (`yardstick.ts`). */
export interface Pairing {
  /** Folder of another built tree of the project. */
  readonly against: string;
  readonly rounds: number;
  /** Requests of one round. */
  readonly requests: number;
  /** The beginning of the names of the rows to measure; all if undefined. */
  readonly only: string | undefined;
  readonly environment: Record<string, string>;
  signIn(url: string): Promise<string>;
  print(text: string): void;
}

interface Side {
  readonly name: string;
  readonly server: Serving;
  readonly token: string;
  readonly user: { readonly username: string; readonly password: string };
}

interface Sample {
  /** Processor time of the server for one request, in microseconds. */
  readonly cpu: number;
  readonly perSecond: number;
}

type Requests = Pick<autocannon.Request, 'method' | 'path' | 'body'>;

const ITEMS = 10_000;
const any = () => 1 + Math.floor(Math.random() * ITEMS);
const receipt = (item: () => number) => (): Requests => ({
  method: 'POST',
  path: '/operations',
  body: JSON.stringify({ item_id: item(), type: 'receipt', quantity: 1 }),
});
const rows: Readonly<Record<string, (side: Side) => Requests>> = {
  'read one item': () => ({ method: 'GET', path: `/items/${any()}` }),
  'record on many items': receipt(any),
  'record on one hot item': receipt(() => 1),
  'a page of items': () => ({ method: 'GET', path: `/items?per_page=20&page=${1 + (any() % 100)}` }),
  'operations of one item': () => ({ method: 'GET', path: `/operations?item_id=${any()}` }),
  'index of the shop': () => ({ method: 'GET', path: '/cms-json/' }),
  'log in': ({ user }) => ({ method: 'POST', path: '/users/login', body: JSON.stringify(user) }),
};
/** Rows that the yardstick serves. */
const byHand = ['read one item', 'record on many items', 'record on one hot item'];

async function sample(side: Side, next: (side: Side) => Requests, amount: number): Promise<Sample> {
  const { server, token } = side;
  const began = { cpu: processorTimeOf(server.pid), at: performance.now() };
  let ended = began;
  let answered = 0;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const options = {
    url: server.url,
    // Slow requests are few, and limited at once: those with a hash of a password.
    connections: amount < 100 ? 2 : 10,
    amount,
    requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...next(side), headers }) }],
  };
  const { non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    // The load generator itself ends at a whole second.
    running.on('response', () => {
      answered += 1;
      if (answered === amount) ended = { cpu: processorTimeOf(server.pid), at: performance.now() };
    });
  });
  if (non2xx + errors > 0) throw new Error(`${side.name} failed ${non2xx + errors} times.`);
  return { cpu: (ended.cpu - began.cpu) / amount, perSecond: (amount / (ended.at - began.at)) * 1_000 };
}

const medianOf = (samples: readonly Sample[], figure: keyof Sample) => median(samples.map((each) => each[figure]));

/** Alternates rounds of one kind of request and prints medians of the ratios of one round, of this tree to each other side. */
async function compareRow(
  name: string,
  next: (side: Side) => Requests,
  {
    sides,
    rounds,
    requests,
    print,
  }: Pick<Pairing, 'rounds' | 'requests' | 'print'> & { readonly sides: readonly Side[] },
): Promise<void> {
  const amount = name === 'log in' ? Math.ceil(requests / 100) : requests;
  const samples = new Map<Side, Sample[]>(sides.map((side) => [side, []]));
  for (let warmUp = 0; warmUp < 3; warmUp += 1) for (const side of sides) await sample(side, next, amount);
  for (let round = 0; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      samples.get(side)?.push(await sample(side, next, amount));
  const [[, own = []] = [], ...others] = samples;
  const figures = others.map(([side, theirs]) => {
    const cpu = median(own.map((each, round) => (theirs[round]?.cpu ?? 0) / each.cpu));
    const rate = median(own.map((each, round) => each.perSecond / (theirs[round]?.perSecond ?? 0)));
    return `${side.name}: ${medianOf(theirs, 'cpu').toFixed(0)} µs, by processor time ${cpu.toFixed(3)}, by rate ${rate.toFixed(3)}`;
  });
  print(`${name.padEnd(24)} ${medianOf(own, 'cpu').toFixed(0)} µs · ${figures.join(' · ')}`);
}

/** `npm run bench -- pair --against TREE`: processor time per request, robust on a busy machine; ratios above 1 are faster. */
export async function measurePairs(pairing: Pairing): Promise<void> {
  const { against, environment, signIn } = pairing;
  const postgres = await startPostgres();
  const servers: Serving[] = [];
  const started = async (script: string, options: Parameters<typeof start>[1]) => {
    const server = await start(script, options);
    servers.push(server);
    return server;
  };
  const user = {
    username: environment.BOOTSTRAP_ADMIN_USERNAME ?? '',
    password: environment.BOOTSTRAP_ADMIN_PASSWORD ?? '',
  };
  const tree = async (name: string, script: string): Promise<Side & { readonly url: string }> => {
    const url = await database(postgres.url, name);
    const server = await started(script, { env: { ...environment, DATABASE_URL: url } });
    const pool = new pg.Pool({ connectionString: url });
    await fill(pool, { items: ITEMS, operations: 10 * ITEMS });
    await pool.end();
    return { name, server, token: await signIn(server.url), user, url };
  };
  try {
    const ours = await tree('this', 'serving.ts');
    const other = await tree('other', pathToFileURL(resolve(against, 'test/bench/serving.ts')).href);
    const hand = await started('yardstick.ts', { args: [ours.url, environment.JWT_SECRET ?? ''] });
    const yardstick: Side = { name: 'by hand', server: hand, token: ours.token, user };
    for (const [name, next] of Object.entries(rows)) {
      if (!name.startsWith(pairing.only ?? '')) continue;
      const sides = byHand.includes(name) ? [ours, other, yardstick] : [ours, other];
      await compareRow(name, next, { ...pairing, sides });
    }
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

/** Creates a database; returns its URL. */
async function database(url: string, name: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url });
  await pool.query(`create database bench_${name}`);
  await pool.end();
  const made = new URL(url);
  made.pathname = `/bench_${name}`;
  return made.href;
}
