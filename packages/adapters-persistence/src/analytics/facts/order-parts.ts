import type { FactRows, OrderFact, ReportCondition } from '@backroom/core/analytics';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { isOfOneColumn, leavesOf } from '../condition-leaves.ts';
import { countedDay, factRules } from './chains.ts';
import { type FactTable, orderTable } from './fact-columns.ts';

/** Kinds of parts, with their codes in `order_part`. */
export const partKinds = { product: 1, variation: 2, coupon: 3, rate: 4 } as const;
export type PartKind = keyof typeof partKinds;

/** Above this number of products or coupons, those of an order are looked up: a row of an index has a limited size. */
export const MOST_LISTED = 50;

/** An order with its parts; lists are texts, because the rows of an array of arrays have one length. */
interface OrderParts {
  readonly order: OrderFact;
  readonly kinds: string;
  readonly partIds: string;
  readonly products: string | null;
  readonly coupons: string | null;
}

const ofOrder = Object.fromEntries(
  Object.entries(orderTable.columns).map(([name, { type, of }]) => [
    name,
    { type, of: ({ order }: OrderParts) => of(order) },
  ]),
);

/** Orders as they are sent, each once with all of its parts. */
export const ordersWithParts: FactTable<OrderParts> = {
  table: orderTable.table,
  key: orderTable.key,
  rowsOf: partsOf,
  columns: {
    ...ofOrder,
    part_kinds: { type: 'text', of: ({ kinds }) => kinds },
    part_ids: { type: 'text', of: ({ partIds }) => partIds },
    products: { type: 'text', of: ({ products }) => products },
    coupons: { type: 'text', of: ({ coupons }) => coupons },
  },
};

function partsOf({ order, lines, coupons, taxes }: FactRows): readonly OrderParts[] {
  const ids: Readonly<Record<PartKind, readonly number[]>> = {
    product: distinct(lines.map(({ productId }) => productId)),
    variation: distinct(lines.map(({ variationId }) => variationId)).filter((id) => id > 0),
    coupon: distinct(coupons.map(({ couponId }) => couponId)),
    rate: distinct(taxes.map(({ rateId }) => rateId)),
  };
  const areFew = ids.product.length <= MOST_LISTED && ids.coupon.length <= MOST_LISTED;
  const parts = Object.entries(partKinds).map(([name, kind]) => [kind, ids[name as PartKind]] as const);
  return [
    {
      order,
      kinds: textOf(parts.flatMap(([kind, theirs]) => theirs.map(() => kind))),
      partIds: textOf(parts.flatMap(([, theirs]) => theirs)),
      products: areFew ? textOf(ids.product) : null,
      coupons: areFew && ids.coupon.length > 0 ? textOf(ids.coupon) : null,
    },
  ];
}

const distinct = (ids: readonly number[]): readonly number[] => [...new Set(ids)].toSorted((a, b) => a - b);
const textOf = (ids: readonly number[]): string => `{${ids.join(',')}}`;

const measured = ['parent_id', 'customer_id', 'status', 'items', 'total', 'tax', 'shipping', 'net', 'coupon'] as const;
/** Columns of orders that `order_part` repeats. */
export const repeated: ReadonlySet<string> = new Set(['order_id', ...measured]);

/** Whether a condition on orders uses only columns that `order_part` repeats. */
export const isRepeated = (condition: ReportCondition): boolean =>
  leavesOf(condition).every(
    (leaf) =>
      leaf.op !== 'has' &&
      leaf.op !== 'fewGiven' &&
      leaf.op !== 'amongGiven' &&
      repeated.has(leaf.column) &&
      isOfOneColumn(leaf),
  );

/** All columns but those of the key. */
export const partColumns = ['day', ...measured, 'products', 'coupons'] as const;
const keys = ['order_id', 'kind', 'part_id'] as const;
const list = (names: readonly string[]): RawBuilder<unknown> => sql.raw(names.join(', '));

/** Insert of the parts of orders that `from` has in the columns of `ordersWithParts`. */
export const insertParts = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into order_part (${list([...keys, ...partColumns])})
  select ${list([...keys])}, ${countedDay}, ${list(measured)}, listed.products, listed.coupons
  from ${from} cross join ${factRules}
    cross join lateral (select products::int[] as products, coupons::int[] as coupons offset 0) listed
    cross join lateral unnest(part_kinds::smallint[], part_ids::int[]) part (kind, part_id)`;

const lists = {
  product_id: { column: 'products', table: 'line_fact' },
  coupon_id: { column: 'coupons', table: 'coupon_fact' },
} as const;
export type ListedId = keyof typeof lists;

/** A row for each listed product or coupon of rows with this alias; of orders with too many they are looked up one by one. */
export function unnestListed(
  alias: string,
  id: ListedId,
): { readonly each: RawBuilder<unknown>; readonly where: RawBuilder<unknown> } {
  const { column, table } = lists[id];
  const found = sql.raw(`array(select f.${id} from ${table} f where f.order_id = ${alias}.order_id)`);
  const own = sql.raw(`${alias}.${column}`);
  const areListed = sql.raw(`${alias}.products is not null`);
  return {
    each: sql`unnest(case when ${areListed} then ${own} else ${found} end)`,
    // No list is the list of no coupons.
    where: id === 'coupon_id' ? sql`(${own} is not null or not ${areListed})` : sql`true`,
  };
}

const idsIn = (table: string, columns: Readonly<Record<string, string>>): RawBuilder<unknown> =>
  sql.raw(
    `(select ${Object.entries(columns)
      .map(([name, ids]) => `array_agg(distinct ${ids}) as ${name}`)
      .join(', ')} from ${table} where order_id = placed.order_id offset 0)`,
  );
const unnested = Object.entries({ product: 'products', variation: 'variations', coupon: 'coupons', rate: 'rates' })
  .map(([kind, ids]) => `select ${partKinds[kind as PartKind]}::smallint, unnest(${ids})`)
  .join(' union all ');

/**
 * The rows of `order_part` of some orders, computed from the facts. Parts are looked up order by order: the planner cannot
 * estimate how many orders there are, and joined them row by row.
 */
export const computedParts = (where: RawBuilder<unknown> = sql.raw('true')): RawBuilder<unknown> => sql`
  select order_id, part.kind, part.part_id, ${countedDay} as day, ${list(measured)},
    case when are_few then coalesce(products, '{}') end as products, case when are_few then coupons end as coupons
  from (select * from order_fact where ${where}) placed
    cross join lateral ${idsIn('line_fact', { products: 'product_id', variations: 'case when variation_id > 0 then variation_id end' })} sold
    cross join lateral ${idsIn('coupon_fact', { coupons: 'coupon_id' })} used
    cross join lateral ${idsIn('tax_fact', { rates: 'rate_id' })} charged
    cross join lateral (select coalesce(cardinality(products), 0) <= ${sql.lit(MOST_LISTED)}
      and coalesce(cardinality(coupons), 0) <= ${sql.lit(MOST_LISTED)} as are_few) listed
    cross join lateral (${sql.raw(unnested)}) part (kind, part_id)
    cross join ${factRules}
  where part.part_id is not null`;

/** Predicate: the order has this part. Correlated in a `case`, so that it is never a join. */
const hasPart = sql.raw(`case kind
  ${(
    [
      ['product', 'line_fact', 'product_id'],
      ['variation', 'line_fact', 'variation_id'],
      ['coupon', 'coupon_fact', 'coupon_id'],
      ['rate', 'tax_fact', 'rate_id'],
    ] as const
  )
    .map(
      ([kind, table, id]) => `when ${partKinds[kind]} then exists (
        select from ${table} f where f.order_id = order_part.order_id and f.${id} = order_part.part_id)`,
    )
    .join(' ')} end`);

/**
 * Recomputes the parts of the orders of these customers. Rows that are right are looked up one by one and left out: `on conflict`
 * locks each row that it finds, which writes it. They are looked up by order alone: an index by kind and part would be read for
 * all orders with the part.
 */
export async function renewParts(db: Kysely<Tables>, from: number, to: number): Promise<void> {
  const theirs = sql`customer_id between ${from} and ${to}`;
  const all = [...keys, ...partColumns];
  const columns = list(all);
  const set = partColumns.map((name) => `${name} = excluded.${name}`);
  await sql`
    delete from order_part
    where order_id = any (array(select order_id from order_fact where ${theirs})) and (${hasPart}) is not true`.execute(
    db,
  );
  await sql`
    insert into order_part (${columns}) select ${columns} from (${computedParts(theirs)}) computed
    where not exists (
      select from order_part stored where stored.order_id = computed.order_id
        and (${columns}) is not distinct from (${list(all.map((name) => `computed.${name}`))})
      offset 0
    )
    on conflict (${list([...keys])}) do update set ${list(set)}`.execute(db);
}

/** Deletes the parts of orders without facts. */
export async function dropStrayParts(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from order_part where not exists (select from order_fact o where o.order_id = order_part.order_id)`.execute(
    db,
  );
}
