import { defaultShopSettings } from '@backroom/core/commerce';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createZone, customersReport, planList } from '../core/internals.ts';
import { builder } from '../support/compiling-builder.ts';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { statementOf } from '../support/persistence.ts';

describe('customers by their last order', () => {
  let name: string;
  let client: pg.Client;
  beforeAll(async () => {
    name = await createMigratedDatabase();
    client = new pg.Client({ connectionString: serverUrl(name), options: '-c plan_cache_mode=force_generic_plan' });
    await client.connect();
    await client.query(`insert into customer (id, search_text, name_key, created_at, modified_at)
      select id, '', '', now(), now() from generate_series(1, 5000) id`);
    await client.query(
      `update customer_fact set last_order_at = timestamp '2025-01-01' + customer_id * interval '1 hour'`,
    );
    await client.query('vacuum analyze customer_fact');
  });
  afterAll(async () => {
    await client?.end();
    await dropDatabase(name);
  });

  /** The plan of a plan of the question, as on connections for reports: prepared, and planned for any values. */
  async function explained(name: 'count' | 'page'): Promise<string> {
    const question = planList(
      customersReport,
      {
        asked: { last_order_after: '2025-02-01T00:00:00', last_order_before: '2025-05-31T23:59:59' },
        orderBy: 'total_spend',
        page: 1,
        perPage: 10,
      },
      { settings: defaultShopSettings, zone: createZone('UTC'), now: new Date('2026-01-01') },
    );
    const { sql, parameters } = statementOf({ [name]: question[name] }).compile(builder);
    await client.query(`prepare ${name} as ${sql}`);
    const given = parameters.map((value) => `'${value}'`).join(', ');
    const { rows } = await client.query(`explain (analyze, format json) execute ${name} (${given})`);
    return JSON.stringify(rows[0]['QUERY PLAN']);
  }

  it.each(['count', 'page'] as const)('are found in the index, without reading the table: %s', async (name) => {
    const nodes = await explained(name);
    expect(nodes).toMatch(
      /"Node Type":"Index Only Scan"[^}]*"Index Name":"customer_fact_last_order_index"[^}]*"Actual Rows":2880/,
    );
    expect(nodes).toMatch(/"Index Cond":"[^"]*last_order_at >= [^"]*last_order_at <= /);
  });
});
