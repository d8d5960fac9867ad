import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { compose, readSettings } from '@backroom/composition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roundsIn } from '../support/how-long.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { places } from './places.ts';
import { type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

/**
 * Products, of which two of five have two variations each. Limits hold on a machine without other load; too few reports are read
 * beside a small feed to compare their times.
 */
const form = roundsIn({
  whole: { products: 100_000, seconds: 60, slower: 2 },
  long: { products: 5_000, seconds: 30, slower: Number.POSITIVE_INFINITY },
  short: { products: 2_000, seconds: 30, slower: Number.POSITIVE_INFINITY },
});
const MOST_BYTES = 150 * 1_048_576;
const timeout = 900_000;
const at = { created_at: '2026-01-01T00:00:00Z' };

/** The shop: products, variations, and orders for reports. */
async function* records() {
  for (let id = 1; id <= form.products; id += 1) {
    const type = id % 5 < 2 ? 'variable' : 'simple';
    const common = { price: '12.50', status: 'publish', ...at };
    yield JSON.stringify({ kind: 'product', id, type, name: `Thing ${id}`, ...common });
  }
  for (let id = 1; id <= form.products; id += 1)
    for (const size of id % 5 < 2 ? ['S', 'L'] : [])
      yield JSON.stringify({
        kind: 'variation',
        id: form.products + 2 * id + (size === 'S' ? 0 : 1),
        product_id: id,
        price: '12.50',
        attributes: { size },
      });
  for (let id = 1; id <= 1_000; id += 1)
    yield JSON.stringify({
      kind: 'order',
      id: 10_000_000 + id,
      status: 'completed',
      currency: 'EUR',
      created_at: `2026-0${1 + (id % 9)}-1${id % 9}T10:00:00Z`,
      ...{ total: '12.50', total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' },
      lines: [
        { id, product_id: 1 + (id % form.products), name: 'Thing', quantity: 1, subtotal: '12.50', total: '12.50' },
      ],
    });
}

describe.each(places)('a catalogue feed on $name', (place) => {
  let opened: Awaited<ReturnType<typeof place.open>>;
  let server: ServerProcess;
  let token = '';

  beforeAll(async () => {
    opened = await place.open();
    const given = withAdministrator(opened.variables);
    const application = await compose(readSettings({ ...given, LOG_LEVEL: 'error' }));
    const { core } = application;
    const report = await core.interchange.importRecords(await application.actor('system'), {
      open: records,
      onError: 'stop',
    });
    expect(report.failed, JSON.stringify(report).slice(0, 500)).toBe(0);
    await application.close();
    server = await startServer({ ...given, ...serverEnvironment });
    token = await signIn(server.url);
  }, timeout);
  afterAll(async () => {
    await server?.kill();
    await opened?.remove();
  });

  const ask = async (path: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
    const answer = await fetch(`${server.url}/cms-json${path}`, init);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  };
  let day = 0;
  /** Milliseconds of a report that is not cached. */
  const report = async (): Promise<number> => {
    day += 1;
    const since = performance.now();
    await ask(
      `/shop-analytics/reports/products/stats?after=2025-12-01T00:00:${String(day % 60).padStart(2, '0')}&per_page=${1 + (day % 90)}`,
    );
    return performance.now() - since;
  };
  const bytes = async (): Promise<number> =>
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1_024;
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;

  it('of many products takes little time and memory, and reports continue beside it', { timeout }, async () => {
    const alone: number[] = [];
    for (let count = 0; count < 30; count += 1) alone.push(await report());
    await wait(2_000);
    const rest = await bytes();
    let most = rest;
    const beside: number[] = [];
    const since = performance.now();
    let status = await ask('/shop/pos/v1/catalog/create', {});
    while (status.state !== 'completed') {
      expect(['scheduled', 'in_progress']).toContain(status.state);
      beside.push(await report());
      most = Math.max(most, await bytes());
      await wait(100);
      status = await ask('/shop/pos/v1/catalog/create', {});
    }
    const seconds = (performance.now() - since) / 1_000;
    const slower = mean(beside) / mean(alone);
    const mebibytes = (most - rest) / 1_048_576;
    process.stdout.write(
      `${place.name}: ${status.total} entries in ${seconds.toFixed(1)} s, ${mebibytes.toFixed(0)} MiB above rest, reports ${slower.toFixed(2)} times as long\n`,
    );
    expect(status.total).toBe(form.products + 2 * Math.ceil((form.products * 2) / 5));
    expect(seconds).toBeLessThan(form.seconds);
    expect(most - rest).toBeLessThan(MOST_BYTES);
    expect(slower).toBeLessThan(form.slower);
  });
});
