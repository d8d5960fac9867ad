import { defaultShopSettings } from '@backroom/core/commerce';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { type OpenFacts, openFacts } from '../support/fact-stores.ts';
import { dayAfter, dice, factRows, madeUp, orderIdsOf } from '../support/facts.ts';
import { listen, type Sent } from '../support/statements.ts';

const [postgres] = databases.filter(({ name }) => name === 'postgres');

/** A node of a plan. */
interface Planned {
  readonly 'Node Type': string;
  readonly 'Plan Rows': number;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly Planned[];
}
const nodesOf = (node: Planned): readonly Planned[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe('the facts of orders', () => {
  let opened: OpenFacts;
  let heard: ReturnType<typeof listen>;
  let texts: () => readonly string[];
  beforeAll(async () => {
    if (!postgres) throw new Error('There is no PostgreSQL.');
    opened = await openFacts(postgres, 1);
    await opened.addCustomers(9);
    heard = listen();
    texts = () => heard.sent.splice(0).map(({ text }) => text);
  });
  afterAll(async () => {
    heard?.stop();
    await opened?.close();
  });

  /** All nodes of the plans of these statements; those without a plan are left out. */
  async function plannedNodes(sent: readonly Sent[]): Promise<readonly Planned[]> {
    const nodes: Planned[] = [];
    for (const { text, values } of sent.filter((each) => /^\s*(with|insert|delete|select)\b/.test(each.text))) {
      const { rows } = await opened.database
        .kysely()
        .executeQuery<{ 'QUERY PLAN': readonly [{ Plan: Planned }] }>(
          CompiledQuery.raw(`explain (format json) ${text}`, [...values]),
        );
      nodes.push(...rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)));
    }
    return nodes;
  }

  it.each([
    [1, 3],
    [200, 4],
  ])('of %i that may be there are written with %i statements in one unit', async (count, statements) => {
    const roll = dice(count);
    const rows = Array.from({ length: count }, (_, index) => madeUp(roll, 10 * (index + 1), 9)).flat();
    for (const times of ['once', 'again']) {
      texts();
      await opened.write(rows);
      const sent = texts();
      // The beginning goes with the first one.
      expect(sent, times).toHaveLength(statements + 1);
      expect(sent.filter((text) => text === 'commit')).toHaveLength(1);
    }
  });

  it.each([
    ['the first one of its customer', { id: 70_000, day: 100 }, 1],
    ['the last one of its customer', { id: 70_001, day: 900 }, 1],
    ['earlier than another one of its customer', { id: 70_002, day: 600 }, 2],
  ])('of a new order are searched and inserted at once: %s', async (_, { id, day }, inserts) => {
    await opened.addCustomers(10);
    texts();
    const rows = [factRows({ id, customerId: 10, created: `${dayAfter(day)} 10:00:00`, lines: [[1, 0, 1, 500]] })];
    await opened.write(rows, { areNew: true });
    // Between the lock of the customer and the commit.
    const sent = texts().slice(1, -1);
    expect(sent.map((text) => /insert into line_fact/.test(text) && !text.includes('delete from line_fact'))).toEqual(
      Array.from({ length: inserts }, () => true),
    );
    expect(await opened.facts.compare(orderIdsOf(rows), rows)).toEqual([]);
  });

  it('have statements of the same text whatever is written, so that the database plans them once', async () => {
    const different = new Set<string>();
    for (const count of [1, 3]) {
      texts();
      await opened.write(Array.from({ length: count }, (_, index) => madeUp(dice(index), 10 * (index + 1), 9)).flat());
      for (const text of texts()) different.add(text);
    }
    expect(different.size).toBe(4);
  });

  it.each([
    ['new', true, 1_000],
    ['that may be there', false, 3_000],
  ])('of one order %s are planned for few rows', async (_, areNew, most) => {
    texts();
    await opened.write(madeUp(dice(1), areNew ? 80_000 : 10, 9), { areNew });
    const rows = (await plannedNodes(heard.sent.splice(0))).map((node) => node['Plan Rows']);
    expect(rows.length).toBeGreaterThan(50);
    expect(Math.max(...rows)).toBeLessThan(most);
  });

  it('are rebuilt without reading all orders with the same part for each of them', async () => {
    const taxes = [[1, 'DE-VAT-1', 900]] as const;
    const created = `${dayAfter(1)} 10:00:00`;
    await opened.write(
      Array.from({ length: 3_000 }, (_, at) =>
        factRows({ id: 100_000 + at, customerId: 1 + (at % 9), created, lines: [[1 + at, 0, 1, 500]], taxes }),
      ),
      { areNew: true },
    );
    await opened.spoil('vacuum analyze order_part');
    texts();
    await opened.facts.rebuildDerived(defaultShopSettings);
    const renewing = heard.sent.splice(0).filter(({ text }) => text.includes('insert into order_part'));
    const stored = (await plannedNodes(renewing)).filter(({ Alias }) => Alias === 'stored');
    expect(new Set(stored.map((node) => node['Index Name']))).toEqual(new Set(['order_part_pkey']));
  });

  it('of a new order are written without reading a whole table of facts', async () => {
    await opened.spoil('analyze');
    texts();
    await opened.write(madeUp(dice(1), 200_000, 9), { areNew: true });
    const nodes = await plannedNodes(heard.sent.splice(0));
    expect(nodes.length).toBeGreaterThan(50);
    const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
    // The others have a few rows here.
    expect(read.filter((table) => ['order_fact', 'line_fact', 'tax_fact', 'order_part'].includes(table))).toEqual([]);
  });

  it('of the last order of a customer are written without reading the earlier ones', async () => {
    // As during the first import.
    await opened.spoil("delete from pg_statistic where starelid = 'order_fact'::regclass");
    texts();
    const lines = [[1, 0, 1, 500]] as const;
    const rows = [factRows({ id: 200_001, customerId: 1, created: `${dayAfter(900)} 10:00:00`, lines })];
    await opened.write(rows, { areNew: true });
    const nodes = await plannedNodes(heard.sent.splice(0));
    const ofOrders = nodes.filter((node) => node['Relation Name'] === 'order_fact');
    expect(ofOrders.length).toBeGreaterThan(2);
    // A bitmap scan reads all rows of the customer.
    expect(ofOrders.filter((node) => node['Node Type'] === 'Bitmap Heap Scan')).toEqual([]);
  });
});
