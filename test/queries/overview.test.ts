import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { countStatements } from '../support/counted-statements.ts';
import { coreOn } from '../support/stores.ts';

const MANY = 20_000;

describe('the overview', () => {
  const { stores, sent, count } = countStatements();
  const ada = anAdministrator();
  const db = () => stores().database.kysely();
  const numbers = sql`generate_series(1, ${MANY}::int) n`;

  beforeAll(async () => {
    await sql`insert into shop_order (id, status, currency, created_at, modified_at, is_test, search_text, document, version)
      select n, 'completed', 'EUR', now(), now(), false, concat(n, chr(10), 'ida', chr(10), 'ida', n, '@example.test'), '{}', 1
      from ${numbers}`.execute(db());
    await sql`insert into customer (id, email, email_key, name_key, search_text, created_at, modified_at)
      select n, concat('c', n), concat('c', n), concat('ida lund', n), '', now(), now() from ${numbers}`.execute(db());
    await sql`insert into product (id, type, name, name_key, sku, sku_key, slug, status, manage_stock, stock_quantity, stock_status,
        backorders, search_text, document, created_at, modified_at)
      select n, 'simple', 'Blue mug', 'blue mug', concat('S', n), concat('s', n), concat('p', n), 'publish', true, 9000000,
        'instock', 'no', concat('blue mug x', n, chr(10), 's', n), '{}', now(), now() from ${numbers}`.execute(db());
    await sql`insert into item (id, sku, sku_key, name, name_key, search_text, unit, reorder_level, default_location_id, attributes,
        created_at, updated_at)
      select n, concat('I', n), concat('i', n), 'Blue mug', concat('blue mug x', n), '', 'piece', 5, (select min(id) from location),
        '{}', now(), now() from ${numbers}`.execute(db());
    await sql`insert into item_stock (item_id, quantity, quantity_decimals, allow_negative, archived)
      select n, 900, 0, false, false from ${numbers}`.execute(db());
    await sql`insert into job (id, kind, input, state, done, failures, priority, created_at, run, is_settled)
      select gen_random_uuid()::text, 'mail', '{}', 'done', 0, 0, 0, now(), 1, true from ${numbers}`.execute(db());
    await sql`analyze`.execute(db());
  });

  it('is searched in one statement, whatever the account may read', async () => {
    const core = coreOn(stores());
    for (const q of ['mug', 'blue mug', '1', 'ida@example.test', "'"])
      expect(await count(() => core.overview.search(ada, { q })), q).toBe(1);
    const member = { ...ada, capabilities: new Set(['read_inventory'] as const) };
    expect(await count(() => core.overview.search(member, { q: 'mug' }))).toBe(1);
    expect(await count(() => core.overview.search({ ...ada, capabilities: new Set() }, { q: 'mug' }))).toBe(0);
  });

  it('counts what needs attention in one statement beside the settings', async () => {
    const core = coreOn(stores());
    expect(await count(() => core.overview.readAttention(ada, {}))).toBe(2);
    expect(await count(() => core.overview.readAttention({ ...ada, capabilities: new Set() }, {}))).toBe(0);
  });

  it('reads no table of records from one end to the other', async () => {
    const core = coreOn(stores());
    const statements = [
      ...(await sent(() => core.overview.search(ada, { q: 'x12345 blue' }))),
      ...(await sent(() => core.overview.readAttention(ada, {}))).slice(1),
    ];
    expect(statements).toHaveLength(2);
    for (const { text, values } of statements) {
      const { rows } = await db().executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain ${text}`, [...values]),
      );
      const plan = rows.flatMap((row) => Object.values(row)).join('\n');
      for (const table of ['shop_order', 'customer', 'product', 'item', 'item_stock', 'job'])
        expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`));
    }
  });

  it('reads items that are low by an index of no others', async () => {
    const [, { text, values } = { text: '', values: [] }] = await sent(() =>
      coreOn(stores()).overview.readAttention(ada, {}),
    );
    const { rows } = await db().executeQuery(CompiledQuery.raw(`explain ${text}`, [...values]));
    expect(JSON.stringify(rows)).toContain('item_stock_low_index');
  });

  it('finds a rare word among many names, and a common one among the newest', async () => {
    const core = coreOn(stores());
    const { products, items } = await core.overview.search(ada, { q: 'x12345 blue' });
    expect([products?.map(({ id }) => id), items?.map(({ id }) => id)]).toEqual([[12_345], [12_345]]);
    expect((await core.overview.search(ada, { q: 'blue' })).products).toHaveLength(5);
  });
});
