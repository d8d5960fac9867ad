import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { countStatements } from '../support/counted-statements.ts';
import { coreOn } from '../support/stores.ts';

const MANY = 20_000;
const totals = (statuses: readonly { readonly status: string; readonly total: number }[]) =>
  Object.fromEntries(statuses.flatMap(({ status, total }) => (total > 0 ? [[status, total]] : [])));

describe('totals by status', () => {
  const { stores, sent } = countStatements();
  const ada = anAdministrator();
  const db = () => stores().database.kysely();
  const planOf = async ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) => {
    const { rows } = await db().executeQuery<Record<string, string>>(CompiledQuery.raw(`explain ${text}`, [...values]));
    return rows.flatMap((row) => Object.values(row)).join('\n');
  };
  const tables = sql.join(['shop_order', 'product', 'item_stock', 'job', 'mail_record'].map((name) => sql.ref(name)));
  /** Vacuums once: whether all pages are marked. A snapshot from before the commits, such as that of an autovacuum, prevents it. */
  const vacuumed = async () => {
    await sql`vacuum ${tables}`.execute(db());
    const { rows } = await sql<{ all: boolean }>`select bool_and(relallvisible = relpages) as all from pg_class
      where oid in ('shop_order'::regclass, 'product'::regclass, 'job'::regclass, 'mail_record'::regclass)`.execute(
      db(),
    );
    return rows[0]?.all;
  };

  beforeAll(async () => {
    // As wide as records of a shop are.
    const document = JSON.stringify({ note: 'x'.repeat(1_500) });
    await sql`insert into shop_order (id, status, currency, created_at, modified_at, is_test, search_text, document, version)
      select n, case when n % 10 = 0 then 'on-hold' else 'completed' end, 'EUR', now(), now(), false,
        concat_ws(chr(10), concat('2026-', n), 'ida winter', concat('ida.winter.', n, '@example.test')),
        ${document}::json, 1 from generate_series(1, ${MANY}::int) n`.execute(db());
    await sql`insert into product (id, type, name, name_key, sku, sku_key, slug, status, manage_stock, stock_quantity, stock_status,
        backorders, search_text, document, created_at, modified_at)
      select n, 'simple', 'Mug', 'mug', concat('S', n), concat('s', n), concat('p', n),
        case when n % 4 = 0 then 'draft' when n = 1 then 'auto-draft' else 'publish' end, false, 0, 'instock', 'no', 'mug',
        ${document}::json, now(), now() from generate_series(1, ${MANY}::int) n`.execute(db());
    // Vacuum marks pages as visible to all once their commits are flushed, which this server does later.
    await sql`insert into job (id, kind, input, state, done, failures, priority, created_at, run, is_settled)
      select concat('job-', n), 'mail', ${document}::json, case when n % 10 = 0 then 'failed' else 'done' end, 0, 0, 0, now(), 1, true
      from generate_series(1, ${MANY}::int) n`.execute(db());
    await sql`insert into mail_record (status, message_id, from_header, to_header, original_to, recipients, subject, headers,
        is_redacted, transport, transport_uri, transcript, attempts, created_at)
      select case when n % 10 = 0 then 'failed' else 'sent' end, concat('m', n), '', '', '', '{}', '', '', false, 'smtp', '',
        ${document}, 1, now() from generate_series(1, ${MANY}::int) n`.execute(db());
    await sql`analyze ${tables}`.execute(db());
    await sql`checkpoint`.execute(db());
    await vi.waitUntil(vacuumed, { timeout: 30_000, interval: 200 });
  });

  it('are counted by one statement, which reads an index of the statuses alone', async () => {
    const { orders, catalog } = coreOn(stores());
    const found: unknown[] = [];
    const statements = await sent(async () => {
      for (const count of [orders.countOrders, catalog.countProducts]) {
        const { total, statuses } = await count(ada, { filter: {} });
        found.push([total, totals(statuses)]);
      }
    });
    expect(found).toEqual([
      [MANY, { completed: MANY - MANY / 10, 'on-hold': MANY / 10 }],
      // What was begun from a template is in no list.
      [MANY - 1, { draft: MANY / 4, 'auto-draft': 1, publish: MANY - MANY / 4 - 1 }],
    ]);
    expect(statements).toHaveLength(2);
    for (const statement of statements) expect(await planOf(statement)).toMatch(/Index Only Scan.*_status_index/);
  });

  it('of jobs and mails are counted by one statement each, from an index of their states', async () => {
    const { jobs, notifications } = coreOn(stores());
    const found: unknown[] = [];
    const statements = await sent(async () => {
      found.push(totals((await jobs.countJobs(ada, {})).statuses));
      found.push(totals((await notifications.countMailsByStatus(ada, {})).statuses));
    });
    expect(found).toEqual([
      { done: MANY - MANY / 10, failed: MANY / 10 },
      { sent: MANY - MANY / 10, failed: MANY / 10 },
    ]);
    expect(statements).toHaveLength(2);
    for (const statement of statements)
      expect(await planOf(statement)).toMatch(/Index Only Scan.*(?:job_state|mail_record_status)_index/);
  });

  it('of items are counted by one statement, which reads their stock alone', async () => {
    const { inventory } = coreOn(stores());
    const found: unknown[] = [];
    const statements = await sent(async () => found.push(totals((await inventory.countItems(ada, {})).statuses)));
    expect([found, statements.length]).toEqual([[{}], 1]);
    for (const statement of statements) expect(await planOf(statement)).not.toMatch(/ on item\b/);
  });

  it('are those of a search in one statement too', async () => {
    const { orders } = coreOn(stores());
    const search = { filter: { search: '19999', after: new Date(0) } };
    const found: unknown[] = [];
    const statements = await sent(async () => found.push(totals((await orders.countOrders(ada, search)).statuses)));
    expect([found, statements.length]).toEqual([[{ completed: 1 }], 1]);
  });
});
