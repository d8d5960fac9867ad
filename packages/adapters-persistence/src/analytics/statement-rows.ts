import {
  aggregatesOf,
  type GroupPlan,
  type ReportColumnKind,
  type ReportRelation,
  type RowPlan,
} from '@backroom/core/analytics';
import { sql } from 'kysely';
import type { Sourced } from './counted-groups.ts';
import type { DeepPage } from './deep-pages.ts';
import { orderIn } from './limited-rows.ts';
import { conditionOf, whereOf } from './report-conditions.ts';
import { kindOfMeasure, quotientOf } from './report-measures.ts';
import { endOf, orderOf } from './report-order.ts';
import { columnOf, named, type Piece } from './report-scope.ts';

/** Rows of a page; limit and offset apply before columns are formatted. */
export function rowsOf(plan: RowPlan, { scope, from }: Sourced, deep: DeepPage | undefined): Piece {
  const { relation } = scope;
  const names = [...new Set(plan.columns)];
  const raw = names.map((name) => sql`${columnOf(scope, name)} as ${named(name)}`);
  const order = orderIn(scope, plan);
  const rows = sql`select ${sql.join(raw)} from ${from}`;
  const page = deep
    ? sql`${deep.before} ${rows} where ${conditionOf(scope, plan.where)}${deep.where}
        ${endOf({ ...plan, offset: 0 }, order)} offset ${deep.offset}`
    : sql`${rows} ${whereOf(scope, plan.where)} ${endOf(plan, order)}`;
  const formatted = formattedAs(new Map(names.map((name) => [name, relation.kindOf(name)])), page);
  if (!plan.isListed) return formatted;
  const lists = names.map((name) => sql`coalesce(json_agg(listed.${sql.id(name)}), '[]')::text as ${sql.id(name)}`);
  return sql`select ${sql.join(lists)} from (${formatted}) listed`;
}

/** Ordered groups with their quotients. */
export function groupsOf(plan: GroupPlan, relation: ReportRelation, inner: Piece): Piece {
  const all = Object.entries(aggregatesOf(plan));
  const quotients = all.flatMap(([name, measure]) =>
    measure.op === 'quotient' ? [sql`, ${quotientOf(measure)} as ${named(name)}`] : [],
  );
  const counted =
    quotients.length === 0 ? inner : sql`select counted.* ${sql.join(quotients, sql``)} from (${inner}) counted`;
  const kinds = new Map<string, ReportColumnKind>([
    ...Object.entries(plan.keys).map(([name, { column }]) => [name, relation.kindOf(column)] as const),
    ...all.map(([name, measure]) => [name, kindOfMeasure(relation, measure)] as const),
  ]);
  const order = plan.orderBy.map((each) =>
    orderOf(each, { kind: kinds.get(each.by) ?? 'whole', column: sql.id('groups', each.by), mayBeNull: true }),
  );
  return formattedAs(kinds, counted, endOf(plan, order));
}

/** Rows in this order, with timestamps as text to the second. */
function formattedAs(kinds: ReadonlyMap<string, ReportColumnKind>, rows: Piece, end?: Piece): Piece {
  const format = sql.lit('YYYY-MM-DD HH24:MI:SS');
  const shown = [...kinds].map(([name, kind]) => {
    const column = sql.id(name);
    if (kind === 'local') return sql`to_char(${column}, ${format}) as ${column}`;
    return kind === 'utc' ? sql`to_char(${column} at time zone 'UTC', ${format}) as ${column}` : column;
  });
  const isTimed = [...kinds.values()].some((kind) => kind === 'local' || kind === 'utc');
  if (isTimed) return sql`select ${sql.join(shown)} from (${rows}) groups ${end ?? sql``}`;
  return end ? sql`select * from (${rows}) groups ${end}` : rows;
}
