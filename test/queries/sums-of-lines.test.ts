import type { GroupPlan, ReportCondition } from '@backroom/core/analytics';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builder } from '../support/compiling-builder.ts';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { FollowedRules, statementOf } from '../support/persistence.ts';

const soldBetween = (after: string, before: string): GroupPlan => ({
  kind: 'groups',
  from: 'line',
  where: {
    op: 'has',
    reference: 'order',
    where: {
      op: 'all',
      of: [
        { op: 'atLeast', column: 'created_at', value: after },
        { op: 'atMost', column: 'created_at', value: before },
        { op: 'not', of: { op: 'among', column: 'status', values: ['trash'] } },
      ],
    },
  },
  keys: { product_id: { column: 'product_id' } },
  measures: ['net'],
  orderBy: [],
});

/** The days and moments in the parameters of the statement. */
function daysGiven(after: string, before: string): readonly unknown[] {
  const { parameters } = statementOf({ sums: soldBetween(after, before) }, { rules: new FollowedRules() }).compile(
    builder,
  );
  return parameters.filter((value) => /^\d{4}-\d\d-\d\d/.test(String(value)));
}

describe('sums of months', () => {
  it.each([
    [
      'with the days that the months have beside them taken off',
      ['2025-01-04 00:00:00', '2025-03-29 23:59:59'],
      ['2025-01-01', '2025-01-03', '2025-03-30', '2025-03-31', '2025-01-01', '2025-03-01'],
    ],
    [
      'with the days beside them, where these are fewer',
      ['2025-01-30 00:00:00', '2025-03-02 23:59:59'],
      ['2025-01-30', '2025-01-31', '2025-03-01', '2025-03-02', '2025-02-01', '2025-02-01'],
    ],
    [
      'of a range in one month',
      ['2025-03-02 00:00:00', '2025-03-30 23:59:59'],
      ['2025-03-01', '2025-03-01', '2025-03-31', '2025-03-31', '2025-03-01', '2025-03-01'],
    ],
    [
      'with all days of a month that has a partial one',
      ['2025-01-04 10:00:00', '2025-02-27 23:59:59'],
      ['2025-01-05', '2025-01-31', '2025-02-28', '2025-02-28', '2025-01-04 10:00:00', '2025-02-01', '2025-02-01'],
    ],
  ])('are read %s', (_, [after = '', before = ''], days) => {
    const given = daysGiven(after, before);
    expect(days.filter((day) => !given.includes(day))).toEqual([]);
    expect(given.filter((day) => !days.includes(String(day)) && day !== '2025-01-04 23:59:59')).toEqual([]);
  });
});

describe('sums of all lines', () => {
  const ofVariations = { op: 'not', of: { op: 'among', column: 'variation_id', values: [0] } } as const;
  const tablesOf = (measures: GroupPlan['measures'], also: readonly ReportCondition[] = []) => {
    const sold = soldBetween('2025-01-04 00:00:00', '2025-03-29 23:59:59');
    const plan = { ...sold, keys: {}, measures, where: { op: 'all', of: [sold.where, ...also] } as const };
    const { sql } = statementOf({ sums: plan }, { rules: new FollowedRules() }).compile(builder);
    return [...sql.matchAll(/from (\w+_level)|(line_fact)/g)].map(([, level, facts]) => level ?? facts);
  };

  it.each([
    ['all of them', ['items', 'net'], [], 'line_level'],
    ['those of variations', ['items'], [ofVariations], 'line_level'],
    ['those of a product', ['items'], [{ op: 'among', column: 'product_id', values: [7] }], 'product_level'],
    ['those beside distinct products', ['items', 'products'], [], 'product_level'],
    ['those beside distinct products and variations', ['items', 'products', 'variations'], [], 'variation_level'],
  ] as const)('are read from one table, with facts once: %s', (_, measures, also, table) => {
    const tables = tablesOf(measures, also);
    expect(new Set(tables)).toEqual(new Set([table, 'line_fact']));
    expect(tables.filter((each) => each === 'line_fact')).toHaveLength(1);
  });
});

describe('sums by week of lines', () => {
  it('are those of days, so that the week is computed once for each day', () => {
    const plan = soldBetween('2025-01-04 00:00:00', '2025-03-29 23:59:59');
    const interval = { column: 'order.created_at', interval: 'week', weekStartsOn: 1 } as const;
    const { sql } = statementOf({ sums: { ...plan, keys: { interval } } }, { rules: new FollowedRules() }).compile(
      builder,
    );
    expect(sql).toMatch(
      /date_trunc\('week', "interval"\).* from \(select .*created_day.* group by 1\) days group by 1/s,
    );
  });
});

describe('groups of a range and of its intervals', () => {
  const lines = (after: string) => soldBetween(after, '2025-03-29 23:59:59');
  const ofPart = { op: 'among', column: 'product_id', values: [7] } as const;
  /** Orders with a product. */
  const orders = (after: string): GroupPlan => ({
    ...lines(after),
    from: 'order',
    where: {
      op: 'all',
      of: [
        { op: 'atLeast', column: 'created_at', value: after },
        { op: 'atMost', column: 'created_at', value: '2025-03-29 23:59:59' },
        { op: 'has', reference: 'lines', where: ofPart },
      ],
    },
  });

  it.each([
    ['roll-ups', lines, 'order.created_at', new FollowedRules()],
    ['facts', lines, 'order.created_at', new FollowedRules(null)],
    ['orders by part', orders, 'created_at', new FollowedRules()],
  ] as const)('are of one scan of %s where both begin on the same day', (_, planOf, column, rules) => {
    const sqlOf = (first: string) => {
      const interval = { column, interval: 'month', weekStartsOn: 1 } as const;
      const whole = { ...planOf('2025-01-04 00:00:00'), keys: {} };
      return statementOf({ whole, by: { ...planOf(first), keys: { interval } } }, { rules }).compile(builder).sql;
    };
    expect(sqlOf('2025-01-04 00:00:00')).toContain('unnest(array[');
    expect(sqlOf('2025-01-01 00:00:00')).not.toContain('unnest(array[');
  });
});

describe('lines of variations', () => {
  let name: string;
  let client: pg.Client;
  beforeAll(async () => {
    name = await createMigratedDatabase();
    client = new pg.Client(serverUrl(name));
    await client.connect();
    await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
  });
  afterAll(async () => {
    await client?.end();
    await dropDatabase(name);
  });
  const literalOf = (value: unknown) => `'${Array.isArray(value) ? `{${value.join(',')}}` : value}'`;

  it.each([[[7]], [[7, 8]]])(
    'are read by the index that has no others, in a plan for any values: %j',
    async (values) => {
      const plan = soldBetween('2025-01-04 00:00:00', '2025-03-29 23:59:59');
      const where = { op: 'all', of: [plan.where, { op: 'among', column: 'variation_id', values }] } as const;
      const { sql, parameters } = statementOf({ sums: { ...plan, where } }, { rules: new FollowedRules(null) }).compile(
        builder,
      );
      await client.query(`deallocate all; prepare sums as ${sql}`);
      const { rows } = await client.query(`explain execute sums(${parameters.map(literalOf).join(', ')})`);
      expect(JSON.stringify(rows)).toContain('line_fact_variation_index');
    },
  );
});

describe('taxes of a partial day', () => {
  it('are numbered on the orders of its moments only', () => {
    const { where } = soldBetween('2025-01-04 00:00:00', '2025-03-29 09:03:41');
    const taxes: GroupPlan = {
      kind: 'groups',
      from: 'tax',
      where,
      keys: { rate_id: { column: 'rate_id' } },
      measures: ['order_tax', 'orders'],
      orderBy: [],
    };
    const { sql } = statementOf({ taxes }, { rules: new FollowedRules() }).compile(builder);
    const read = [...sql.matchAll(/row_number\(\) over .*? from (.*?) t\)/gs)].map(([, from]) => from);
    expect(read).toHaveLength(1);
    expect(read[0]).toMatch(/^\(select \* from tax_fact where order_id = any\(array\(select order_id from order_fact/);
  });
});
