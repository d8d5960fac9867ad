import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { roundsIn } from '../../support/how-long.ts';
import { anOrder } from './desk-api.ts';
import { inDeskShop, openDeskPages, settled } from './desk-shop.ts';
import { longestTask, outsideOf, widthOf } from './page-checks.ts';

const PRODUCTS = roundsIn({ whole: 250_000, long: 10_000, short: 2_000 });
const LINES = 10_000;
const ORDER = 7;
const FIRST = 1_000;

/** Lines of a file with many products, and an order of many lines. */
function* records(): Generator<string> {
  const created_at = new Date().toISOString();
  const priced = { price: '3', regular_price: '3', created_at };
  const product = { kind: 'product', type: 'simple', status: 'publish', ...priced };
  for (let at = 0; at < PRODUCTS; at += 1)
    yield `${JSON.stringify({ ...product, id: FIRST + at, name: `Lamp ${at}`, sku: `L-${at}` })}\n`;
  const lines = Array.from({ length: LINES }, (_, at) => ({
    id: 100 + at,
    product_id: FIRST + (at % PRODUCTS),
    variation_id: null,
    ...{ name: `Lamp ${at}`, quantity: 2, subtotal: '6', total: '6', taxes: {}, attributes: {} },
  }));
  const none = { total_tax: '0', shipping_total: '0', shipping_tax: '0', shipping_lines: [], tax_lines: [] };
  yield `${JSON.stringify({ kind: 'order', id: ORDER, ...anOrder({ ...none, created_at, lines, total: String(6 * LINES) }) })}\n`;
}

inDeskShop('postgres', {}, (shop) => {
  const pages = openDeskPages('large-shop', shop);
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backroom-large-'));
    const file = join(folder, 'shop.ndjson');
    await pipeline(Readable.from(records()), createWriteStream(file));
    await shop().command('import', file);
  }, 3_600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(`does not freeze with many products, nor with an order of many lines`, { timeout: 300_000 }, async () => {
    await using opened = await pages.open();
    const { page, go, signIn } = opened;
    await signIn(undefined, '/stockroom');
    const faults: string[] = [];
    const act = async (what: string, doing: (page: Page) => Promise<unknown>) => {
      const task = await longestTask(page, async () => {
        await doing(page);
        await settled(page);
      });
      process.stderr.write(`${what}: longest task ${task.toFixed(0)} ms.\n`);
      if (task > 200) faults.push(`${what}: a task of ${task} ms`);
      if ((await widthOf(page)) > 1280) faults.push(`${what}: overflow`);
      for (const each of await outsideOf(page)) faults.push(`${what}: ${each} stands outside`);
    };
    await act('the products', () => go('/products'));
    await act('their last page', () => go(`/products?page=${Math.ceil(PRODUCTS / 25)}`));
    await act('a search', () => page.getByRole('searchbox').first().fill('Lamp 19'));
    await act('the report of stock', () => go('/reports/stock'));
    await act('the report of products', () => go('/reports/products'));
    await act('the filter by a product', async () => {
      await page.keyboard.press('f');
      await page.getByLabel('Subject').selectOption('product');
      await page.getByRole('combobox', { name: 'Search' }).fill('Lamp 19');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    });
    await act('the order', () => go(`/orders/${ORDER}`));
    await act('the refund', async () => {
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      await page.getByLabel('Quantity of Lamp 7', { exact: true }).fill('1');
      await page.getByRole('button', { name: /^Refund .*3/ }).waitFor();
    });
    await page.keyboard.press('Escape');
    await go(`/orders/${ORDER}`);
    await act('the lines', async () => {
      await page.getByRole('button', { name: 'Edit the items' }).click();
      await page.getByLabel('Quantity of Lamp 7', { exact: true }).fill('3');
    });
    expect(faults).toEqual([]);
  });
});
