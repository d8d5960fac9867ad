import { ManualClock } from '@backroom/adapters-memory';
import type { Actor, Core } from '@backroom/core';
import { planSample, sampleLines } from '@backroom/core/sample';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aMember, anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { workOff } from '../support/jobs.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
const plan = planSample({ orders: 250, years: 1, seed: 11, until: '2026-01-01' });
const lines = [...sampleLines(plan)];
const HOUR = 3_600_000;

type Body = Readonly<Record<string, unknown>>;

for (const database of databases)
  describe(`imports of facts on ${database.name}`, () => {
    let stores: Stores;
    let core: Core;
    const clock = new ManualClock(new Date('2026-01-02T12:00:00Z'));
    beforeAll(async () => {
      stores = await openStores(database);
      core = coreOn(stores, {}, clock);
      const open = async function* () {
        yield* lines;
      };
      await core.interchange.importRecords(administrator, { open, onError: 'stop', facts: false });
    });
    afterAll(() => stores?.close());
    beforeEach(async () => {
      await ask('POST', 'reports/import/cancel');
      await workOff(core);
    });

    const ask = async (method: string, path: string, query = ''): Promise<Body> => {
      const answer = await shopOf(core).ask({ method, path: `/shop-analytics/${path}`, query, as: administrator });
      return { status: answer.status, ...(answer.body as Body) };
    };
    const execute = (statement: string) => sql.raw(statement).execute(stores.database.kysely());
    const numberOf = async (query: string) => {
      const { rows } = await sql<{ n: number }>`${sql.raw(query)}`.execute(stores.database.kysely());
      return Number(rows[0]?.n);
    };
    const differences = async () => (await core.analytics.verifyAnalytics(administrator, {})).differences;
    const liveJob = async (kind: string) => {
      const { entries } = await core.jobs.listJobs(administrator, { kind, page: 1, perPage: 1 });
      return entries[0];
    };
    /** Does a number of steps of the running import. */
    const work = async (steps: number) => {
      const { id = '' } = (await liveJob('facts_import')) ?? {};
      let done = 0;
      const mayGoOn = () => {
        done += 1;
        return done <= steps;
      };
      await core.jobs.work(administrator, { id, mayGoOn });
    };
    const imported = async (query = '') => {
      expect(await ask('POST', 'reports/import', query)).toMatchObject({ status: 'success' });
      await workOff(core);
    };
    const removed = async () => {
      await ask('POST', 'reports/import/delete');
      await workOff(core);
    };
    const sales = async () => {
      const { totals } = await ask(
        'GET',
        'reports/revenue/stats',
        'after=2024-12-01T00:00:00&before=2026-02-01T00:00:00&interval=year',
      );
      return totals as { readonly orders_count: number; readonly total_sales: number };
    };
    const schedule = (isScheduled: boolean) =>
      core.settings.changeShopSettings(administrator, { record: { scheduled_import: isScheduled } });

    it('report none before the first, and count what one would process', async () => {
      expect(await ask('GET', 'reports/import/status')).toEqual({ status: 200, is_importing: false });
      const totals = await ask('GET', 'reports/import/totals');
      const records = await numberOf(
        `select (select count(*) from shop_order where status <> 'trash') + (select count(*) from shop_refund r
          join shop_order o on o.id = r.order_id where o.status <> 'trash') as n`,
      );
      const customers = await numberOf('select count(*) as n from customer where user_id is not null');
      expect(totals).toEqual({ status: 200, customers, orders: records });
      expect(await ask('GET', 'reports/import/totals', 'days=0')).toMatchObject({ customers: 0, orders: 0 });
      expect(await ask('GET', 'reports/import/totals', 'days=999999999')).toMatchObject({ customers, orders: records });
    });

    it('make all facts, and imported grows until it is the total', async () => {
      const { customers, orders } = await ask('GET', 'reports/import/totals');
      expect(await ask('POST', 'reports/import')).toMatchObject({ status: 'success' });
      const none = { is_importing: true, customers: { imported: 0, total: customers } };
      expect(await ask('GET', 'reports/import/status')).toMatchObject({ ...none, imported_from: -1 });
      await work(1);
      const half = await ask('GET', 'reports/import/status');
      expect(half).toMatchObject({ is_importing: true, orders: { imported: 0, total: orders } });
      expect((half.customers as { imported: number }).imported).toBeGreaterThan(0);
      await workOff(core);
      expect(await ask('GET', 'reports/import/status')).toEqual({
        ...{ status: 200, is_importing: false, imported_from: -1 },
        ...{ customers: { imported: customers, total: customers }, orders: { imported: orders, total: orders } },
      });
      expect(await differences()).toEqual([]);
      expect(await ask('GET', 'reports/import/totals', 'skip_existing=true')).toMatchObject({
        customers: 0,
        orders: 0,
      });
    });

    it('report one that is running, and start one of two requested at once', async () => {
      const both = await Promise.all([ask('POST', 'reports/import'), ask('POST', 'reports/import')]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['error', 'success']);
      expect(await ask('PUT', 'reports/import', 'days=3')).toMatchObject({ status: 'error' });
      expect(await ask('PATCH', 'reports/import/cancel')).toMatchObject({ status: 'success' });
      expect(await ask('GET', 'reports/import/status')).toMatchObject({ is_importing: false });
      await imported('days=3');
    });

    it('keep the widest range that was imported', async () => {
      await removed();
      await imported('days=30');
      expect(await ask('GET', 'reports/import/status')).toMatchObject({ imported_from: '2025-12-03 00:00:00' });
      await imported('days=40');
      await imported('days=1');
      expect(await ask('GET', 'reports/import/status')).toMatchObject({ imported_from: '2025-11-23 00:00:00' });
      await imported();
      await imported('days=1');
      expect(await ask('GET', 'reports/import/status')).toMatchObject({ imported_from: -1 });
    });

    it('delete all facts in ranges, after which reports show nothing, and make them again', async () => {
      await imported();
      const before = await sales();
      expect(before.orders_count).toBeGreaterThan(0);
      expect(await ask('POST', 'reports/import/delete')).toMatchObject({ status: 'success' });
      await work(1);
      expect((await sales()).orders_count).toBeLessThan(before.orders_count);
      await workOff(core);
      expect(await sales()).toMatchObject({ orders_count: 0, total_sales: 0 });
      expect(await numberOf('select sum(orders_count) as n from customer_fact')).toBe(0);
      expect(await differences()).not.toEqual([]);
      expect(await ask('GET', 'reports/import/status')).toEqual({ status: 200, is_importing: false });
      const { orders } = await ask('GET', 'reports/import/totals');
      const customers = await numberOf(`select count(distinct c.id) as n from customer c
        join shop_order o on o.customer_id = c.id where c.user_id is not null and not o.is_test`);
      expect(await ask('GET', 'reports/import/totals', 'skip_existing=true')).toMatchObject({ customers, orders });
      await imported('skip_existing=true');
      expect(await sales()).toEqual(before);
      expect(await differences()).toEqual([]);
    });

    it('leave reports right while everything is recomputed', async () => {
      await imported();
      const before = await sales();
      await ask('POST', 'reports/import');
      for (let isImporting = true; isImporting; ) {
        await work(1);
        expect(await sales()).toEqual(before);
        isImporting = (await ask('GET', 'reports/import/status')).is_importing === true;
      }
    });

    it('finish a deletion before an import that was requested meanwhile', async () => {
      await imported();
      await execute('update order_fact set total = total + 1 where order_id = (select max(order_id) from order_fact)');
      await ask('POST', 'reports/import/delete');
      await work(1);
      expect(await ask('POST', 'reports/import', 'skip_existing=true')).toMatchObject({ status: 'success' });
      await workOff(core);
      expect(await differences()).toEqual([]);
    });

    it('keep finished batches when they are cancelled, and continue from the start next time', async () => {
      await removed();
      await ask('POST', 'reports/import');
      await work(2);
      expect(await ask('POST', 'reports/import/cancel')).toMatchObject({ status: 'success' });
      await workOff(core);
      expect(await ask('GET', 'reports/import/status')).toMatchObject({ is_importing: false });
      await imported();
      expect(await differences()).toEqual([]);
    });

    it('repair whatever is wrong in facts, in sums, and of deleted orders', async () => {
      await imported();
      const first = await numberOf('select min(id) as n from shop_order');
      await execute(`update order_fact set net = net + 5, customer_id = customer_id + 1 where order_id = ${first}`);
      await execute('update order_day set total = total + 1');
      await execute('update customer_fact set total_spend = 0');
      await execute(`insert into line_fact select 999999, item_id, product_id, variation_id, customer_id, quantity, net, gross,
        coupon, tax, shipping, shipping_tax, created_day, paid_day, completed_day, status, is_refund, first_of_product,
        first_of_variation, attributes from line_fact limit 1`);
      await execute(`insert into order_fact select 999999, 0, customer_id, status, is_returning, items, total, tax, shipping,
        net, coupon, created_utc, created_at, paid_at, completed_at, created_day, paid_day, completed_day, counted_day,
        previous_day, has_lines, has_coupon, has_tax from order_fact limit 1`);
      expect((await differences()).length).toBeGreaterThan(0);
      await imported();
      expect(await differences()).toEqual([]);
    });

    it.each([
      ['an amount that no column takes', `jsonb_set(document::jsonb, '{total}', '1e30')`],
      ['no lines', `jsonb_set(document::jsonb, '{lines}', 'null')`],
      ['a text for a number', `jsonb_set(document::jsonb, '{totalTax}', '"many"')`],
    ])('leave out an order that has %s, and no other, until it is mended', async (_, spoilt) => {
      await removed();
      const id = await numberOf(
        `select id as n from shop_order o where status <> 'trash' and not exists (select from shop_refund where order_id = o.id)
          order by created_at, id offset 100 limit 1`,
      );
      await execute(`create table kept as select document from shop_order where id = ${id}`);
      await execute(`update shop_order set document = (${spoilt})::json where id = ${id}`);
      await imported();
      const status = await ask('GET', 'reports/import/status');
      const { imported: done, total } = status.orders as { imported: number; total: number };
      expect(done).toBe(total - 1);
      expect(await core.analytics.listFailedOrders(administrator, {})).toMatchObject([{ orderId: id }]);
      expect(await ask('GET', 'imports/status')).toMatchObject({ failed_count: 1, failed_overflow_count: 0 });
      expect(await ask('GET', 'reports/import/totals', 'skip_existing=true')).toMatchObject({ orders: 1 });

      expect(await ask('POST', 'imports/retry-failed')).toMatchObject({ success: true, retried_count: 1 });
      expect(await ask('POST', 'imports/retry-failed')).toMatchObject({ retried_count: 0, already_scheduled_count: 1 });
      await workOff(core);
      expect(await ask('GET', 'imports/status')).toMatchObject({ failed_count: 1 });

      await execute(`update shop_order set document = (select document from kept) where id = ${id}`);
      await execute('drop table kept');
      // All others were right all along.
      expect((await differences()).every(({ key }) => key.startsWith(`order_id=${id}`))).toBe(true);
      expect(await ask('POST', 'imports/retry-failed')).toMatchObject({ retried_count: 1, pruned_count: 0 });
      await workOff(core);
      expect(await ask('GET', 'imports/status')).toMatchObject({ failed_count: 0 });
      expect(await differences()).toEqual([]);
      const none = { retried_count: 0, pruned_count: 0, already_scheduled_count: 0, error_count: 0 };
      expect(await ask('POST', 'imports/retry-failed')).toMatchObject({ success: true, ...none });
    });

    it('drop a failed order that was deleted', async () => {
      await stores.unitOfWork.run(() =>
        stores.importLog.keepFailed([{ orderId: 123_456, error: 'It was broken.', failedAt: clock.now() }]),
      );
      expect(await ask('POST', 'imports/retry-failed')).toMatchObject({ retried_count: 0, pruned_count: 1 });
      expect(await ask('GET', 'imports/status')).toMatchObject({ failed_count: 0 });
    });

    it('have no batch to begin in immediate mode', async () => {
      expect(await ask('GET', 'imports/status')).toEqual({
        ...{ status: 200, mode: 'immediate', last_processed_date: null, next_scheduled: null },
        ...{ import_in_progress_or_due: null, failed_count: 0, failed_overflow_count: 0 },
      });
      for (const _ of [1, 2])
        expect(await ask('POST', 'imports/trigger')).toMatchObject({
          ...{ status: 400, code: 'shop_rest_analytics_import_immediate_mode' },
        });
    });

    it('repair in batches what was changed since the cursor, every twelve hours, in scheduled mode', async () => {
      await imported();
      await schedule(true);
      expect(await ask('GET', 'imports/status')).toEqual({
        ...{ status: 200, mode: 'scheduled', last_processed_date: '2026-01-02 12:59:00' },
        ...{ next_scheduled: '2026-01-03 01:00:00', import_in_progress_or_due: false },
        ...{ failed_count: 0, failed_overflow_count: 0 },
      });
      // Orders that came by another way, all but one with an older date than the cursor.
      await execute(`update shop_order set modified_at = '2026-01-02T12:30:00Z' where id in (
        select id from shop_order order by id limit 230)`);
      await execute('update order_fact set net = net + 1');
      await workOff(core);
      expect((await differences()).length).toBeGreaterThan(0);

      expect(await ask('POST', 'imports/trigger')).toMatchObject({ status: 200, success: true });
      expect(await ask('POST', 'imports/trigger')).toMatchObject({
        ...{ status: 400, code: 'shop_rest_analytics_import_in_progress' },
      });
      expect(await ask('GET', 'imports/status')).toMatchObject({ import_in_progress_or_due: true });
      await workOff(core);
      const changed = await numberOf(`select count(*) as n from order_fact f join shop_order o on o.id = f.order_id
        where o.modified_at = '2026-01-02T12:30:00Z' and net <> total - tax - shipping`);
      expect(changed).toBe(0);
      expect(await ask('GET', 'imports/status')).toMatchObject({
        ...{ last_processed_date: '2026-01-02 13:30:00', next_scheduled: '2026-01-03 01:00:00' },
        import_in_progress_or_due: false,
      });
      // The next one, of itself.
      clock.advance(12 * HOUR);
      await workOff(core);
      expect(await ask('GET', 'imports/status')).toMatchObject({
        ...{ last_processed_date: '2026-01-03 01:00:00', next_scheduled: '2026-01-03 13:00:00' },
      });
      await imported();
    });

    it('leave batches out while the past is imported', async () => {
      await schedule(true);
      const cursor = await stores.importLog.cursor();
      await ask('POST', 'imports/trigger');
      await ask('POST', 'reports/import');
      const { id = '' } = (await liveJob('facts_batch')) ?? {};
      await core.jobs.work(administrator, { id });
      expect(await stores.importLog.cursor()).toEqual(cursor);
      expect((await ask('GET', 'imports/status')).import_in_progress_or_due).toBe(false);
    });

    it('run one last batch when the mode becomes immediate', async () => {
      await schedule(true);
      await execute(`update shop_order set modified_at = '2026-01-05T00:00:00Z' where id = 900001`);
      await schedule(false);
      await workOff(core);
      expect((await liveJob('facts_batch'))?.state).toBe('done');
      expect(await ask('GET', 'imports/status')).toMatchObject({ mode: 'immediate', next_scheduled: null });
    });

    it('require permission to manage the shop', async () => {
      const refusal = async (method: string, path: string, as: Actor) => {
        const answer = await shopOf(core).ask({ method, path: `/shop-analytics/${path}`, as });
        return [answer.status, (answer.body as { code: string }).code];
      };
      const customer = aMember({ capabilities: new Set() });
      for (const [method, path] of [
        ['POST', 'reports/import'],
        ['POST', 'reports/import/cancel'],
        ['POST', 'reports/import/delete'],
        ['GET', 'reports/import/status'],
        ['GET', 'reports/import/totals'],
      ] as const)
        expect(await refusal(method, path, customer)).toEqual([403, 'shop_rest_cannot_edit']);
      for (const [method, path] of [
        ['GET', 'imports/status'],
        ['POST', 'imports/trigger'],
        ['POST', 'imports/retry-failed'],
      ] as const)
        expect(await refusal(method, path, customer)).toEqual([403, 'shop_rest_cannot_access']);
    });
  });
