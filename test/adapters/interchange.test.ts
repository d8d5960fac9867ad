import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Core, quantityOf, quantityToJson } from '@backroom/core';
import type { ImportRecordsInput, RecordsReport } from '@backroom/core/interchange';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../architecture/rules/sources.ts';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { oracleOf } from '../support/facts-by-words.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const small = readFileSync(join(root, 'test/support/fixtures/shop-small.ndjson'), 'utf8');
const administrator = anAdministrator();

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

const load = (core: Core, text: string, options: Partial<ImportRecordsInput> = {}): Promise<RecordsReport> =>
  core.interchange.importRecords(administrator, { open: () => linesOf(text), onError: 'stop', ...options });

/** An order of a new customer that sells a number of mugs. */
const selling = (id: number, quantity: number) => ({
  kind: 'order',
  ...{ id, status: 'completed', currency: 'EUR', billing: { email: `b${id}@example.test` } },
  ...{ created_at: '2025-01-02T03:04:05Z', total: '12', total_tax: '0', shipping_total: '0', shipping_tax: '0' },
  discount_total: '0',
  lines: [
    { id: id * 10, product_id: 10, name: 'Mug', quantity, subtotal: '12', total: '12', taxes: {}, attributes: {} },
  ],
});

async function dump(core: Core): Promise<string> {
  const lines: string[] = [];
  for await (const line of await core.interchange.exportRecords(administrator, {})) lines.push(line);
  return lines.join('\n');
}

const verified = async (core: Core) => (await core.analytics.verifyAnalytics(administrator, {})).differences;

for (const database of databases) {
  describe(`records in and out on ${database.name}`, () => {
    const open: Stores[] = [];
    const fresh = async () => {
      const stores = await openStores(database);
      open.push(stores);
      return { stores, core: coreOn(stores) };
    };
    let shop: Awaited<ReturnType<typeof fresh>>;
    let first: RecordsReport;

    beforeAll(async () => {
      shop = await fresh();
      first = await load(shop.core, small);
    });
    afterAll(async () => {
      for (const stores of open) await stores.close();
    });

    it('counts what it stored', () => {
      expect(first).toMatchObject({ stored: 103, failed: 0, problems: [], kept: true });
      expect(first.records).toMatchObject({
        product: 14,
        variation: 8,
        customer: 8,
        order: 34,
        refund: 8,
        download: 6,
      });
    });

    it('moves stock for orders on request, and refuses lines above the stock', async () => {
      const { core, stores } = await fresh();
      const quantity = quantityOf(3);
      const { item } = await core.inventory.createItem(administrator, { name: 'Mug', sku: 'MUG', quantity });
      const product = { kind: 'product', id: 10, type: 'simple', status: 'publish', name: 'Mug', sku: 'MUG' };
      const file = [{ ...product, created_at: '2025-01-02T03:04:05Z' }, selling(1, 5), selling(2, 2), selling(3, 2)];
      const text = file.map((line) => JSON.stringify(line)).join('\n');
      const report = await load(core, text, { onError: 'skip', moveStock: true });
      expect(report).toMatchObject({ stored: 2, failed: 2, problems: [{ line: 2 }, { line: 4 }] });
      expect(report.problems.map(({ code }) => code)).toEqual(Array(2).fill('shop_rest_insufficient_stock'));
      const { item: left } = await core.inventory.readItem(administrator, { id: item.id });
      expect(quantityToJson(left.quantity)).toBe(1);
      expect(await stores.customers.walk(0, 10)).toHaveLength(1);
      expect(await load(core, text, { moveStock: true })).toMatchObject({ kept: false, failed: 1 });
      expect(await verified(core)).toEqual([]);
    });

    it('writes the facts that the rules define', async () => {
      const oracle = oracleOf(small);
      const kysely = shop.stores.database.kysely();
      const { rows } = await sql<
        Record<string, unknown>
      >`select order_id::int as id, parent_id::int, items::int, total::int,
        tax::int, shipping::int, net::int, status, customer_id::int from order_fact order by order_id`.execute(kysely);
      const expected = [...oracle.orders.values()].map((row) => ({
        id: row.order_id,
        parent_id: row.parent_id,
        items: row.num_items_sold,
        total: row.total_sales,
        tax: row.tax_total,
        shipping: row.shipping_total,
        net: row.net_total,
        status: row.status,
        customer_id: row.customer_id,
      }));
      expect(rows).toEqual(expected.toSorted((a, b) => Number(a.id) - Number(b.id)));
      const { rows: lines } = await sql<{
        key: string;
        net: number;
        quantity: number;
      }>`select order_id || ' ' || item_id as key,
        net::int, quantity::int from line_fact`.execute(kysely);
      expect(new Map(lines.map(({ key, net, quantity }) => [key, [quantity, net]]))).toEqual(
        new Map([...oracle.lines].map(([key, row]) => [key, [row.product_qty, row.product_net_revenue]])),
      );
    });

    it('leaves nothing for a verification to find', async () => {
      expect(await verified(shop.core)).toEqual([]);
    });

    it('changes nothing when the same file is imported again', async () => {
      const before = await dump(shop.core);
      expect(await load(shop.core, small)).toMatchObject({ stored: 103, failed: 0 });
      expect(await dump(shop.core)).toBe(before);
      expect(await verified(shop.core)).toEqual([]);
    });

    it('writes what another shop reads, and that one writes the same', async () => {
      const exported = await dump(shop.core);
      const other = await fresh();
      expect(await load(other.core, exported, { chunk: 7 })).toMatchObject({ failed: 0, kept: true });
      expect(await dump(other.core)).toBe(exported);
      expect(await verified(other.core)).toEqual([]);
    });

    it('keeps nothing of a file with a bad line', async () => {
      const { core } = await fresh();
      const empty = await dump(core);
      const bad = `${small}\n{"kind":"order","id":"x","lines":[{"taxes":{"VAT":"1"}}]}\n`;
      const report = await load(core, bad);
      expect(report).toMatchObject({ failed: 1, kept: false });
      expect(report.problems[0]).toMatchObject({ line: 105, kind: 'order', member: 'id', code: 'wrong_type' });
      expect(report.problems.map(({ member }) => member)).toContain('lines[0].taxes.VAT');
      expect(await dump(core)).toBe(empty);
    });

    it('keeps the good lines where the bad ones are to be skipped', async () => {
      const { core } = await fresh();
      const bad = [
        'no JSON',
        '{"kind":"moon"}',
        '{"kind":"refund","id":9,"order_id":8,"amount":"1","created_at":"2025-01-01T00:00:00Z","total":"-1"}',
      ];
      const report = await load(core, [...bad, small].join('\n'), { onError: 'skip' });
      expect(report).toMatchObject({ stored: 103, failed: 3, kept: true });
      expect(report.problems.map(({ line, code }) => [line, code])).toEqual([
        [1, 'malformed_json'],
        [2, 'unknown_kind'],
        [3, 'unknown_reference'],
      ]);
    });

    it('checks everything and keeps nothing in a dry run', async () => {
      const { core } = await fresh();
      const empty = await dump(core);
      expect(await load(core, small, { dryRun: true })).toMatchObject({ stored: 103, failed: 0, kept: false });
      expect(await dump(core)).toBe(empty);
    });

    it('leaves facts to a rebuild on request', async () => {
      const { core } = await fresh();
      await load(core, small, { facts: false });
      expect(await verified(core)).not.toEqual([]);
      await core.analytics.rebuildAnalytics(administrator, {});
      expect(await verified(core)).toEqual([]);
    });

    it('keeps every text as it is, however the database would interpret it', async () => {
      const { core } = await fresh();
      const texts = ['"', '\\', '\\"', '{a,b}', 'NULL', 'null', 'a\nb', '\t', ' ', ',', "'", '😀\u2028', '\\n'];
      const money = { total: '1', total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
      const orders = texts.map((text, index) => ({
        ...{ kind: 'order', id: index + 1, number: text, status: 'completed', currency: 'EUR', ...money },
        created_at: '2025-03-01T10:00:00Z',
        billing: { first_name: text, last_name: text, email: `x${index}@example.test`, city: text },
        lines: [
          {
            ...{ id: 1, product_id: 3, name: text, quantity: 1, subtotal: '1', total: '1', taxes: {} },
            attributes: { colour: text, plain: 'red' },
          },
        ],
        coupon_lines: [{ id: 1, code: text, discount: '0' }],
        tax_lines: [
          {
            ...{ id: 2, rate_id: 1, rate_code: text, label: text, percent: '0', country: '', state: '', priority: 1 },
            ...{ tax_total: '0', shipping_tax_total: '0' },
          },
        ],
      }));
      const report = await load(core, orders.map((order) => JSON.stringify(order)).join('\n'));
      expect(report).toMatchObject({ failed: 0, stored: texts.length });
      expect(await verified(core)).toEqual([]);
      const kept = (await dump(core)).split('\n').map((line) => JSON.parse(line));
      const names = kept.flatMap(({ kind, lines }) =>
        kind === 'order' ? [[lines[0].name, lines[0].attributes.colour]] : [],
      );
      expect(names).toEqual(texts.map((text) => [text, text]));
      const codes = kept.flatMap(({ kind, number, coupon_lines: [line] = [] }) =>
        kind === 'order' ? [[number, line.code]] : [],
      );
      expect(codes).toEqual(texts.map((text) => [text, text]));
    });

    it('stores a part again that collided, though a stream cannot be read again', async () => {
      const stores = await openStores(database);
      open.push(stores);
      let [collisions, openings] = [0, 0];
      const save = stores.orders.saveOrders.bind(stores.orders);
      stores.orders.saveOrders = async (orders) => {
        await save(orders);
        collisions += 1;
        // As PostgreSQL refuses two conflicting units of work.
        if (collisions % 2 === 1) throw Object.assign(new Error('It collided.'), { code: '40001' });
      };
      const core = coreOn(stores);
      const bad = ['no JSON', small, '{"kind":"moon"}'].join('\n');
      const report = await load(core, bad, {
        chunk: 40,
        onError: 'skip',
        open: () => {
          openings += 1;
          return linesOf(bad);
        },
      });
      expect(collisions).toBeGreaterThan(1);
      expect(openings).toBe(1);
      expect(report).toMatchObject({ stored: 103, failed: 2, kept: true });
      expect(await dump(core)).toBe(await dump(shop.core));
      expect(await verified(core)).toEqual([]);
    });

    describe('of another shop', () => {
      let core: Core;
      let units = 0;
      beforeAll(async () => {
        const stores = await openStores(database);
        open.push(stores);
        const { unitOfWork } = stores;
        const run = <T>(work: () => Promise<T>) => {
          units += 1;
          return unitOfWork.run(work);
        };
        core = coreOn({ ...stores, unitOfWork: { ...unitOfWork, run } });
      });

      it('holds nothing while it waits for the lines of a part', async () => {
        const { promise: more, resolve: goOn } = Promise.withResolvers<void>();
        const { promise: waits, resolve: wait } = Promise.withResolvers<void>();
        // Each kind is a batch of its own, and one ends where the next begins.
        const lines = small.split('\n').filter((line) => /"kind":"(category|attribute|tax_rate)"/.test(line));
        const slowly = async function* () {
          yield* lines.slice(0, -1);
          wait();
          await more;
          yield* lines.slice(-1);
        };
        units = 0;
        const done = load(core, '', { open: slowly, chunk: 100 });
        await waits;
        for (let times = 0; times < 5; times += 1) await core.settings.readShopSettings(administrator, {});
        expect(units).toBe(0);
        goOn();
        expect(await done).toMatchObject({ stored: lines.length, failed: 0, kept: true });
      });

      it('accepts categories below earlier ones only', async () => {
        const heading = (id: number, parent?: number) =>
          JSON.stringify({ kind: 'category', id, name: `No. ${id}`, slug: `no-${id}`, parent_id: parent });
        const parentsOf = async () =>
          (await dump(core))
            .split('\n')
            .map((line) => JSON.parse(line))
            .flatMap(({ kind, id, parent_id: parent }) => (kind === 'category' && id > 900 ? [[id, parent]] : []))
            .toSorted();
        const made = [
          heading(901),
          heading(902, 901),
          heading(903, 902),
          heading(904, 905),
          heading(905),
          heading(906, 906),
        ];
        const report = await load(core, made.join('\n'), { onError: 'skip' });
        expect(report.problems).toMatchObject([
          { line: 4, member: 'parent_id', code: 'unknown_reference' },
          { line: 6, member: 'parent_id', code: 'shop_rest_category_cycle' },
        ]);
        const kept = [
          [902, 901],
          [903, 902],
          [905, null],
        ];
        expect(await parentsOf()).toEqual([[901, null], ...kept]);
        // The first cannot go below the last before the second has left the first.
        const moves = [heading(901, 903), heading(902), heading(901, 903)];
        const moved = await load(core, moves.join('\n'), { onError: 'skip' });
        expect(moved.problems).toMatchObject([{ line: 1, code: 'shop_rest_category_cycle' }]);
        expect(await parentsOf()).toEqual([
          [901, 903],
          [902, null],
          [903, 902],
          [905, null],
        ]);
      });

      it('refuses downloads without an order, and deletes them with their order', async () => {
        const download = (id: number, orderId: number) =>
          JSON.stringify({
            ...{ kind: 'download', id, order_id: orderId, permission_id: 1, product_id: 999, file_id: 'f' },
            at: '2025-01-02T03:04:05Z',
          });
        const lines = [JSON.stringify(selling(5, 1)), download(1, 5), download(2, 6)];
        const { stored, problems } = await load(core, lines.join('\n'), { onError: 'skip' });
        expect(stored).toBe(2);
        expect(problems).toMatchObject([{ line: 3, member: 'order_id', code: 'unknown_reference' }]);
        expect(await dump(core)).toContain('"kind":"download"');
        await core.orders.deleteOrder(administrator, { id: 5, force: true });
        expect(await dump(core)).not.toContain('"kind":"download"');
      });
    });

    it('ends at a bad line, and what was kept before it stays', async () => {
      const { core } = await fresh();
      const lines = small.split('\n');
      const bad = [...lines.slice(0, 40), 'no JSON', ...lines.slice(40)].join('\n');
      const report = await load(core, bad, { chunk: 7 });
      expect(report).toMatchObject({ failed: 1, kept: true, problems: [{ line: 41, code: 'malformed_json' }] });
      const kept = (await dump(core)).split('\n').length;
      expect(kept).toBe(report.stored);
      expect(kept).toBeGreaterThan(0);
      expect(kept).toBeLessThan(41);
    });

    it('recounts when the time zone of the shop changes', async () => {
      const { core } = await fresh();
      await load(core, small);
      await core.settings.changeShopSettings(administrator, {
        record: { time_zone: 'Asia/Tokyo', date_type: 'date_created', excluded_statuses: ['failed'] },
      });
      expect(await verified(core)).toEqual([]);
    });
  });
}
