import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type EmbeddedBackroom, openBackroom } from '@backroom/composition';
import type { FactStore } from '@backroom/core/analytics';
import { serverEnvironment } from '../support/server-environment.ts';
import { median } from './measure.ts';

type Print = (text: string) => void;

/** What an import in a process of its own came to. */
interface Imported {
  readonly seconds: number;
  readonly failed: number;
  readonly problems: readonly unknown[];
  readonly first: number;
  readonly last: number;
  readonly whole: number;
  readonly summingSeconds: number;
  readonly memory: number;
}

/** Imports a sample into an empty database and reports the rate of the first and the last tenth. */
export async function measureImport(place: string, orders: number, print: Print): Promise<void> {
  const script = fileURLToPath(new URL('commerce-import.ts', import.meta.url));
  const child = fork(script, [place, String(orders)], {
    env: { ...process.env, ...serverEnvironment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [reported] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [undefined])]);
  const imported = reported as Imported | undefined;
  if (!imported || imported.failed > 0) throw new Error(`The import failed: ${JSON.stringify(imported?.problems)}`);
  const { first, last, whole, seconds, summingSeconds, memory } = imported;
  print(
    `import ${orders} orders`.padEnd(46) +
      `${seconds.toFixed(1).padStart(6)} s  ${whole} orders/s, records: first tenth ${first}/s, last tenth ${last}/s, sums ${summingSeconds.toFixed(1)} s, at most ${memory} MiB`,
  );
}

/** Recomputes everything. */
export async function measureRebuild({ core, actor }: EmbeddedBackroom, print: Print): Promise<void> {
  const since = performance.now();
  const { orders } = await core.analytics.rebuildAnalytics(actor, {});
  print(`${`rebuild ${orders} orders`.padEnd(46)}${((performance.now() - since) / 1_000).toFixed(1).padStart(6)} s`);
}

/** Day 0 is the first one after the sample. */
const dayAfter = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);

const recordOf = (day: string, customer: number) => ({
  status: 'completed',
  currency: 'EUR',
  customer_id: customer,
  billing: { email: `c${customer}@example.test`, country: 'DE' },
  created_at: `${day}T12:00:00Z`,
  paid_at: `${day}T12:05:00Z`,
  ...{ total: '61.5', total_tax: '9.82', shipping_total: '0', shipping_tax: '0', discount_total: '0' },
  lines: [1, 2, 3].map((id) => ({
    ...{ id, product_id: 100 + id, name: `Thing ${id}`, quantity: 1, subtotal: '17.226', total: '17.226' },
    taxes: { 13: '3.273' },
  })),
  tax_lines: [
    {
      id: 9,
      rate_id: 13,
      rate_code: 'DE-MWST-1',
      label: 'MwSt',
      percent: '19',
      tax_total: '9.82',
      shipping_tax_total: '0',
    },
  ],
});

/** Facts that are never written, to see what they cost. */
const noFacts: FactStore = new Proxy({} as FactStore, {
  get: (_, name) => (name === 'then' ? undefined : async () => 0),
});

/** Rounds of each kind of writing; kinds alternate, so that the machine's moods hit all. */
const ROUNDS = 5;

const MOST_WRITERS = 8;
/** Customers whose orders are written, in turn. */
const CUSTOMERS = 1_000;

/**
 * Writes single orders, each the last one of its customer, as most are: with and without facts, and by eight at once on one day
 * and on eight.
 */
export async function measureOrders(url: string, seconds: number, print: Print): Promise<void> {
  const open = (ports = {}) => openBackroom({ database: { kind: 'server', url, poolSize: 10 }, ports });
  const withFacts = await open();
  const without = await open({ facts: noFacts });
  const kinds = {
    bare: { shop: without, writers: 1, isApart: false },
    full: { shop: withFacts, writers: 1, isApart: false },
    oneDay: { shop: withFacts, writers: MOST_WRITERS, isApart: false },
    eightDays: { shop: withFacts, writers: MOST_WRITERS, isApart: true },
  };
  type Kind = keyof typeof kinds;
  const names = Object.keys(kinds) as Kind[];
  const rounds: Record<Kind, Written>[] = [];
  let day = 0;
  for (let round = -1; round < ROUNDS; round += 1) {
    const written: Partial<Record<Kind, Written>> = {};
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const done = await write(kinds[name].shop, seconds / ROUNDS, { ...kinds[name], day });
      day = done.nextDay;
      written[name] = done;
    }
    // The first round warms up.
    if (round >= 0) rounds.push(written as Record<Kind, Written>);
  }
  const middle = (figure: (round: Record<Kind, Written>) => number) => median(rounds.map(figure));
  const p50 = (name: Kind) => middle((round) => round[name].p50).toFixed(1);
  const rate = (name: Kind) => middle((round) => round[name].perSecond).toFixed(0);
  print(`${`one order, without facts`.padEnd(46)}p50 ${p50('bare')} ms`);
  print(
    `${`one order, with facts`.padEnd(46)}p50 ${p50('full')} ms, ${middle(({ full, bare }) => full.p50 - bare.p50).toFixed(1)} ms more`,
  );
  print(`${`eight writers on one day`.padEnd(46)}${rate('oneDay').padStart(6)}/s`);
  const part = middle(({ oneDay, eightDays }) => oneDay.perSecond / eightDays.perSecond);
  print(
    `${`eight writers on eight days`.padEnd(46)}${rate('eightDays').padStart(6)}/s, on one day ${(part * 100).toFixed(0)} %`,
  );
  await withFacts.close();
  await without.close();
}

interface Written {
  /** Milliseconds of the median order. */
  readonly p50: number;
  readonly perSecond: number;
  /** The first day without orders. */
  readonly nextDay: number;
}

interface Writers {
  readonly writers: number;
  /** Whether each writes on a day of its own. */
  readonly isApart: boolean;
  /** The first day. */
  readonly day: number;
}

async function write(
  { core, actor }: EmbeddedBackroom,
  seconds: number,
  { writers, isApart, day }: Writers,
): Promise<Written> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  let orders = 0;
  // With each turn of the customers the days go on.
  const turnDay = () => day + Math.floor(orders / CUSTOMERS) * MOST_WRITERS;
  const work = async (writer: number) => {
    while (performance.now() < until) {
      const record = recordOf(dayAfter(turnDay() + (isApart ? writer : 0)), 1 + (orders % CUSTOMERS));
      orders += 1;
      const since = performance.now();
      await core.orders.createOrder(actor, { record });
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)));
  times.sort((a, b) => a - b);
  return { p50: times[times.length >> 1] ?? 0, perSecond: times.length / seconds, nextDay: turnDay() + MOST_WRITERS };
}
