import { defaultShopSettings } from '@backroom/core/commerce';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createZone, customersReport, planList } from '../core/internals.ts';
import { builder } from '../support/compiling-builder.ts';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { statementOf } from '../support/persistence.ts';

const perPage = 10;

describe('customers by their last order', () => {
  let name: string;
  let client: pg.Client;
  beforeAll(async () => {
    name = await createMigratedDatabase();
    client = new pg.Client({ connectionString: serverUrl(name), options: '-c plan_cache_mode=force_generic_plan' });
    await client.connect();
    await client.query(`insert into customer (id, search_text, name_key, created_at, modified_at)
      select id, '', '', now(), now() from generate_series(1, 5000) id`);
    // A last order each hour; those from February to May are of the customers with the lowest spend.
    await client.query(`
      update customer_fact set last_order_at = timestamp '2025-01-01' + customer_id * interval '1 hour',
        total_spend = case when customer_id between 744 and 3623 then customer_id % 7 else 10 + customer_id % 7 end`);
    await client.query('vacuum analyze customer_fact');
  });
  afterAll(async () => {
    await client?.end();
    await dropDatabase(name);
  });

  interface Asked {
    readonly after?: string;
    readonly before: string;
    readonly page?: number;
    readonly customers?: readonly number[];
  }
  const febToMay: Asked = { after: '2025-02-01', before: '2025-05-31' };

  /** A plan of the question, and its values. */
  function statement(part: 'count' | 'page', { after = '2025-01-01', before, page = 1, customers }: Asked) {
    const ids = customers ? { customers } : {};
    const asked = { ...ids, last_order_after: `${after}T00:00:00`, last_order_before: `${before}T23:59:59` };
    const question = planList(
      customersReport,
      { asked, orderBy: 'total_spend', order: 'desc', page, perPage },
      { settings: defaultShopSettings, zone: createZone('UTC'), now: new Date('2026-01-01') },
    );
    const { sql, parameters } = statementOf({ [part]: question[part] }).compile(builder);
    return { sql, parameters };
  }

  /** The plan of it, as on connections for reports: prepared, and planned for any values. */
  async function explained(part: 'count' | 'page', asked: Asked): Promise<string> {
    const { sql, parameters } = statement(part, asked);
    await client.query(`prepare explained as ${sql}`);
    const given = parameters.map((value) => (Array.isArray(value) ? `'{${value}}'` : `'${value}'`)).join(', ');
    const { rows } = await client.query(`explain (analyze, format json) execute explained (${given})`);
    await client.query('deallocate explained');
    return JSON.stringify(rows[0]['QUERY PLAN']);
  }

  it.each(['count', 'page'] as const)('are found in the index, without reading the table: %s', async (part) => {
    const nodes = await explained(part, febToMay);
    expect(nodes).toMatch(
      /"Node Type":"Index Only Scan"[^}]*"Index Name":"customer_fact_last_order_index"[^}]*"Actual Rows":2880/,
    );
    expect(nodes).toMatch(/"Index Cond":"[^"]*last_order_at >= [^"]*last_order_at <= /);
  });

  it('are not sorted if the first ones by spend have a page of them', async () => {
    const nodes = await explained('page', { before: '2025-12-31' });
    expect(nodes).toMatch(/"Index Name":"customer_fact_spend_index"[^}]*"Actual Rows":\d\d,/);
    expect(nodes).toMatch(/"Index Name":"customer_fact_last_order_index"[^}]*"Actual Loops":0/);
  });

  it('are looked up by given ids', async () => {
    const nodes = await explained('page', { before: '2025-12-31', customers: [4, 4_000] });
    expect(nodes).not.toContain('customer_fact_spend_index');
  });

  it.each<[string, Asked]>([
    ['a page of the first ones', { before: '2025-12-31' }],
    ['a later page of them', { before: '2025-12-31', page: 4 }],
    ['a page that begins behind them', { before: '2025-12-31', page: 250 }],
    ['a page of others', febToMay],
    ['a later page of others', { ...febToMay, page: 7 }],
    ['a page of both', { after: '2025-02-01', before: '2025-06-01', page: 3 }],
    ['fewer than a page', { after: '2025-07-28', before: '2025-07-28' }],
    ['no customer', { after: '2026-02-01', before: '2026-02-02' }],
  ])('are listed by spend, the highest first: %s', async (_, asked) => {
    const { sql, parameters } = statement('page', asked);
    const { rows } = await client.query(sql, [...parameters]);
    const { after = '2025-01-01', before, page = 1 } = asked;
    const expected = await client.query(
      `select customer_id from customer_fact where last_order_at::date between $1 and $2
        order by total_spend desc, customer_id limit ${perPage} offset ${(page - 1) * perPage}`,
      [after, before],
    );
    expect((rows[0].page ?? []).map(({ id }: { id: number }) => id)).toEqual(
      expected.rows.map(({ customer_id }) => customer_id),
    );
  });
});
