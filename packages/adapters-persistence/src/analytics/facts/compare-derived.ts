import type { CountingRules, FactDifference } from '@backroom/core/analytics';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { type Comparison, comparedSums, everything, rebuiltTo } from '../roll-ups/compared-sums.ts';
import { chainDiffers, chained, customerSums, customerYears, freshChains } from './chains.ts';
import { compareTable } from './compare-table.ts';
import { computedParts, partColumns } from './order-parts.ts';
import { storedRules } from './rebuild.ts';

type DerivedRow = Readonly<Record<string, unknown>>;

const allRows = freshChains(sql`select ${chained} from order_fact`);

/** Compares all derived tables with the facts, each in one statement and so in one snapshot. */
export async function compareAllDerived(
  db: Kysely<Tables>,
  rules: CountingRules,
  most: number,
): Promise<readonly FactDifference[]> {
  const differences: FactDifference[] = [...(await compareTable(db, rulesTable(rules)))];
  const steps = [
    () => compareChains(db, most),
    () => compareTally(db),
    ...[listedCustomers, customerFact, customerYear, orderPart, ...comparedSums].map(
      (comparison) => () => compareTable(db, comparison, most),
    ),
  ];
  for (const step of steps) {
    if (differences.length >= most) break;
    differences.push(...(await step()));
  }
  return differences.slice(0, most);
}

const rulesTable = (rules: CountingRules): Comparison => {
  const { date_type, week_starts_on, excluded_statuses } = storedRules(rules);
  return {
    table: 'fact_rules',
    keys: ['id'],
    sums: ['date_type', 'week_starts_on', 'excluded_statuses'],
    computed: sql`
      select 1 as id, ${date_type}::smallint as date_type, ${week_starts_on}::smallint as week_starts_on,
        ${excluded_statuses}::text[] as excluded_statuses`,
    where: everything,
  };
};

async function compareChains(db: Kysely<Tables>, most: number): Promise<readonly FactDifference[]> {
  const { rows } = await sql<{ order_id: number; stored: DerivedRow; computed: DerivedRow }>`
    with ${allRows}
    select order_id,
      jsonb_build_object('is_returning', is_returning, 'counted_day', counted_day, 'previous_day', previous_day) as stored,
      jsonb_build_object('is_returning', new_is_returning, 'counted_day', new_counted_day, 'previous_day', new_previous_day)
        as computed
    from fresh where ${chainDiffers} and customer_id < ${rebuiltTo} order by order_id limit ${most}`.execute(db);
  return rows.map(({ order_id, stored, computed }) => ({
    table: 'order_fact',
    key: `order_id=${order_id}`,
    stored,
    computed,
  }));
}

const customerFact: Comparison = {
  table: 'customer_fact',
  keys: ['customer_id'],
  sums: ['orders_count', 'total_spend', 'average_value', 'last_order_at', 'first_day', 'last_day'],
  // Customers without orders may have a row of zeros or none.
  computed: sql`with ${allRows} ${customerSums(sql`select customer_id from customer_fact`)}`,
  where: sql`customer_id < ${rebuiltTo}`,
};

const customerYear: Comparison = {
  table: 'customer_year',
  keys: ['customer_id', 'year'],
  sums: ['orders', 'spend', 'last_order_at'],
  computed: sql`with ${allRows} ${customerYears()}`,
  where: sql`customer_id < ${rebuiltTo}`,
};

const orderPart: Comparison = {
  table: 'order_part',
  keys: ['order_id', 'kind', 'part_id'],
  sums: partColumns,
  computed: computedParts(),
  where: sql`coalesce(stored.customer_id, computed.customer_id) < ${rebuiltTo}`,
};

/** Exactly the existing customers must be listed. */
const listedCustomers: Comparison = {
  table: 'customer_fact',
  keys: ['customer_id'],
  sums: ['is_listed'],
  computed: sql`select id as customer_id, true as is_listed from customer
    union all select customer_id, false from customer_fact
    where not exists (select from customer where customer.id = customer_fact.customer_id)`,
  where: everything,
};

async function compareTally(db: Kysely<Tables>): Promise<readonly FactDifference[]> {
  const { rows } = await sql<{ stored: number; computed: number }>`
    select (select coalesce(sum(customers), 0)::int from customer_tally) as stored,
      (select count(*)::int from customer) as computed`.execute(db);
  return rows.flatMap(({ stored, computed }) =>
    stored === computed
      ? []
      : [{ table: 'customer_tally', key: '', stored: { customers: stored }, computed: { customers: computed } }],
  );
}
