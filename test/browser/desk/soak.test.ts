import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { roundsIn } from '../../support/how-long.ts';
import { type DeskApi, openApi } from './desk-api.ts';
import { inDeskShop, openDeskPages, settled } from './desk-shop.ts';

/** The time that a round represents: answers that are not shown are kept for as long. */
const ROUND_MINUTES = 10;
/** A working day, or half an hour. */
const rounds = roundsIn({ whole: 48, short: 2 });
/** Orders of another client in a round. */
const changes = roundsIn({ whole: 60, short: 30 });
const PRODUCTS = 150;
/** Bytes by which the heap may grow. */
const GROWTH = 10_000_000;

interface Held {
  readonly bytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What a page holds after its garbage was collected. */
async function heldBy(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page);
  // What the first collection finalises is collected by the second.
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { bytes: usedSize, nodes, listeners: jsEventListeners };
}

inDeskShop('embedded', { orders: 600 }, (shop) => {
  const pages = openDeskPages('soak', shop);
  let api: DeskApi;
  const products: number[] = [];
  let sold = 0;
  const order = (names: readonly (readonly [product: number | undefined, total: number])[]) => ({
    status: 'completed',
    paid_at: new Date().toISOString(),
    ...{ total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' },
    total: String(names.reduce((sum, [, total]) => sum + total, 0)),
    lines: names.map(([product, total]) => ({
      product_id: product,
      name: 'Vase',
      quantity: 1,
      subtotal: String(total),
      total: String(total),
    })),
  });
  /** Sells the product that sold least: it becomes the first of the list, and another one leaves the page. */
  const sell = async (): Promise<string> => {
    const at = sold % PRODUCTS;
    sold += 1;
    await api.shop('POST', '/shop/v3/orders', order([[products[at], 1_000_000 + sold]]));
    return `Vase ${at}.`;
  };
  beforeAll(async () => {
    api = openApi(shop);
    for (let from = 0; from < PRODUCTS; from += 25) {
      const requests = Array.from({ length: 25 }, (_, at) => ({
        method: 'POST',
        path: '/shop/v3/products',
        body: { name: `Vase ${from + at}.`, type: 'simple', status: 'publish', regular_price: '10' },
      }));
      const { responses } = await api.shop<{
        readonly responses: readonly { readonly body: { readonly id: number } }[];
      }>('POST', '/batch/v1', { requests });
      products.push(...responses.map(({ body }) => body.id));
    }
    await api.shop('POST', '/shop/v3/orders', order(products.map((product) => [product, 1_000_000])));
  });

  it('holds what it held, and misses no change, after hours of use', { timeout: 7_200_000 }, async () => {
    await using opened = await pages.open();
    const { page, signIn } = opened;
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      await settled(page);
    };
    /** Without loading the page again. */
    const goTo = async (path: string) => {
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(`/desk${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await settled(page);
    };
    const tour = async () => {
      await goTo('/');
      for (const period of ['w', 'm', 'q', 'y', 't']) await press(period);
      for (const path of ['/orders', '/orders?page=2', '/customers', '/products', '/stockroom', '/jobs'])
        await goTo(path);
      for (const slug of ['revenue', 'orders', 'customers', 'stock']) await goTo(`/reports/${slug}`);
      await goTo('/reports/products?sort=-net_revenue&per=100&rows=compared');
    };
    await page.clock.install();
    await signIn();
    await tour();
    const rested: Held[] = [];
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await tour();
      const toured = await heldBy(page);
      for (let change = 0; change < changes; change += 1) {
        const name = await sell();
        await page.getByRole('table').last().locator('tbody tr').first().filter({ hasText: name }).waitFor();
        await page.clock.fastForward(1_000);
      }
      const changed = await heldBy(page);
      process.stderr.write(`Held before and after ${changes} changes: ${toured.bytes}, ${changed.bytes} bytes.\n`);
      expect(changed.bytes - toured.bytes, 'after live changes').toBeLessThan(GROWTH);
      await page.clock.fastForward(ROUND_MINUTES * 60_000);
      await settled(page);
      rested.push(await heldBy(page));
    }
    process.stderr.write(
      `Held after each round: ${rested.map(({ bytes }) => (bytes / 1e6).toFixed(1)).join(', ')} MB; ${JSON.stringify(rested.at(-1))}.\n`,
    );
    const [first, last] = [rested[0], rested.at(-1)];
    if (!first || !last) throw new Error('There were no rounds.');
    expect(last.bytes - first.bytes, 'bytes').toBeLessThan(GROWTH);
    for (const what of ['nodes', 'listeners'] as const) expect(last[what] / first[what], what).toBeLessThanOrEqual(1.1);
  });
});
