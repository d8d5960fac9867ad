import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const postgres = databases.find(({ name }) => name === 'postgres');
const nothing = { total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Mug ${at}`, quantity: 1, subtotal: '5', total: '5' }));

describe('records of the shop', () => {
  let stores: Stores;
  let ask: (method: string, path: string, options?: { query?: string; body?: object }) => Promise<unknown>;
  const { query } = pg.Client.prototype;
  const sent: string[] = [];
  const statements = () => sent.filter((text) => !/^(begin|commit|rollback|start transaction)/i.test(text));
  beforeAll(async () => {
    if (!postgres) throw new Error('There is no server.');
    stores = await openStores(postgres);
    const { ask: put } = shopOf(coreOn(stores));
    ask = (method, path, options) => put({ method, path, as: anAdministrator(), ...options });
    for (let at = 1; at <= 30; at += 1) {
      await ask('POST', '/shop/v3/orders', { body: { ...nothing, id: at, total: '5', lines: linesOf(3) } });
      await ask('POST', '/shop/v3/products', { body: { id: at, name: `Mug ${at}` } });
    }
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [first] = given as [string | { readonly text: string }];
      sent.push(typeof first === 'string' ? first : first.text);
      return (query as (...all: unknown[]) => unknown).apply(this, given);
    } as typeof query;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await stores?.close();
  });

  it.each([
    ['orders', 1, 2],
    ['orders', 25, 2],
    ['products', 1, 3],
    ['products', 25, 3],
  ])('are listed with a constant number of statements: %s, %i', async (kind, perPage, most) => {
    sent.length = 0;
    expect(await ask('GET', `/shop/v3/${kind}`, { query: `per_page=${perPage}` })).toMatchObject({ status: 200 });
    expect(statements().length, statements().join('\n')).toBeLessThanOrEqual(most);
  });

  it('are searched in one reading of the table, with the total', async () => {
    sent.length = 0;
    const { headers } = (await ask('GET', '/shop/v3/orders', { query: 'per_page=5&search=1' })) as {
      readonly headers: Readonly<Record<string, string>>;
    };
    const total = Object.entries(headers).find(([name]) => /-total$/i.test(name))?.[1];
    expect(Number(total)).toBe(12);
    expect(statements().filter((text) => text.includes('search_text'))).toHaveLength(1);
  });

  it('that are orders are written with as many statements for one line as for fifty', async () => {
    const counts = [];
    for (const lines of [1, 50]) {
      sent.length = 0;
      const body = { ...nothing, status: 'processing', total: String(lines * 5), lines: linesOf(lines) };
      expect(await ask('POST', '/shop/v3/orders', { body })).toMatchObject({ status: 201 });
      counts.push(statements().length);
    }
    expect(counts[1], statements().join('\n')).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(12);
  });
});
