import { createHash } from 'node:crypto';
import type { FactRows } from '@backroom/core/analytics';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { type Column, couponTable, type FactTable, lineTable, orderTable, taxTable } from './fact-columns.ts';

/** Separators of members and rows: control characters, which typed input does not contain. */
const MEMBER = '\u001f';
const ROW = '\u001e';
const TABLE = '\u001d';

/** Ids of the orders whose stored facts differ from these rows. */
export async function findSuspects(
  db: Kysely<Tables>,
  orderIds: readonly number[],
  rows: readonly FactRows[],
): Promise<readonly number[]> {
  const found = await sql<{ id: number }>`${differing(orderIds, rows)}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/**
 * Selects the ids of the orders whose stored facts differ from these rows. The database computes a digest of all facts of an
 * order, so that only digests are compared. Values are in the default text format of PostgreSQL; with other format settings
 * everything differs.
 */
export function differing(orderIds: readonly number[], rows: readonly FactRows[]): RawBuilder<unknown> {
  const computed = new Map(rows.map((each) => [each.order.orderId, textOf(each)]));
  const nothing = digestOf([TABLE, TABLE, TABLE].join(''));
  const digests = orderIds.map((id) => {
    const text = computed.get(id);
    return text === undefined ? nothing : digestOf(text);
  });
  return sql`
    select id from unnest(${orderIds}::int[], ${digests}::text[]) as wanted (id, digest)
    where digest <> encode(sha256(convert_to(${stored}, 'UTF8')), 'hex')`;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const writers = {
  order: writerOf(orderTable),
  line: writerOf(lineTable),
  coupon: writerOf(couponTable),
  tax: writerOf(taxTable),
};

const textOf = (rows: FactRows): string =>
  [writers.order(rows), writers.line(rows), writers.coupon(rows), writers.tax(rows)].join(TABLE);

/** All stored facts of an order as one text. */
const stored = sql.join(
  [orderTable, lineTable, couponTable, taxTable].map((table) => storedText(table as FactTable<unknown>)),
  sql` || ${sql.lit(TABLE)} || `,
);

/** The second key column, which identifies a row of an order. */
function storedText({ table, key, columns }: FactTable<unknown>): RawBuilder<unknown> {
  const members = Object.entries(columns).map(([name, { type }]) =>
    type === 'timestamptz' ? sql`date_part('epoch', ${sql.raw(name)})` : sql.raw(name),
  );
  return sql`coalesce((
    select string_agg(concat(${sql.join(members, sql`, ${sql.lit(MEMBER)}, `)}), ${sql.lit(ROW)} order by ${sql.raw(key.at(-1) ?? '')})
    from ${sql.raw(table)} where order_id = wanted.id), '')`;
}

function writerOf<T>({ key, columns, rowsOf }: FactTable<T>): (rows: FactRows) => string {
  const last = columns[key.at(-1) ?? ''];
  const own = Object.values(columns)
    .filter(({ isCommon }) => !isCommon)
    .map(memberOf);
  const common = Object.values(columns)
    .filter(({ isCommon }) => isCommon)
    .map(memberOf);
  const order = (row: T) => last?.of(row) as number;
  return (rows) => {
    const [first, ...others] = rowsOf(rows);
    if (first === undefined) return '';
    const end = common.map((member) => MEMBER + member(first)).join('');
    const write = (row: T) => own.map((member) => member(row)).join(MEMBER) + end;
    return [first, ...others]
      .sort((a, b) => order(a) - order(b))
      .map(write)
      .join(ROW);
  };
}

function memberOf<T>({ type, of }: Column<T>): (row: T) => string {
  if (type === 'boolean') return (row) => (of(row) ? 't' : 'f');
  if (type === 'timestamptz') return (row) => String(Date.parse(of(row) as string) / 1_000);
  if (type === 'jsonb') return (row) => jsonText(of(row) as string | null);
  return (row) => String(of(row) ?? '');
}

/** A flat object of texts in the format of `jsonb`: shorter keys first. */
function jsonText(json: string | null): string {
  if (json === null) return '';
  const entries = Object.entries(JSON.parse(json) as Readonly<Record<string, string>>).map(
    ([key, value]) => [Buffer.from(key), value] as const,
  );
  const sorted = entries.toSorted(([a], [b]) => a.length - b.length || a.compare(b));
  return `{${sorted.map(([key, value]) => `${JSON.stringify(key.toString())}: ${JSON.stringify(value)}`).join(', ')}}`;
}
