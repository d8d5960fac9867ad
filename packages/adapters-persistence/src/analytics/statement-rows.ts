import type { GroupPlan, ReportColumnKind, ReportRelation, RowPlan } from '@backroom/core/analytics';
import { sql } from 'kysely';
import type { Sourced } from './counted-groups.ts';
import { orderIn } from './cut-first.ts';
import type { DeepPage } from './deep-pages.ts';
import { conditionOf } from './report-conditions.ts';
import { kindOfMeasure, quotientOf } from './report-measures.ts';
import { endOf, orderOf } from './report-order.ts';
import { columnOf, type Piece } from './report-scope.ts';

/** Rows of a page; limit and offset apply before columns are formatted. */
export function rowsOf(plan: RowPlan, { scope, from }: Sourced, deep: DeepPage | undefined): Piece {
  const { relation } = scope;
  const names = [...new Set(plan.columns)];
  const raw = names.map((name) => sql`${columnOf(scope, name)} as ${sql.id(name)}`);
  const order = orderIn(scope, plan);
  const shown = names.map((name) => toldAs(relation.kindOf(name), 'cut', name));
  const where = conditionOf(scope, plan.where);
  const rows = sql`select ${sql.join(raw)} from ${from} where ${where}`;
  const page = deep
    ? sql`${deep.before} ${rows}${deep.where} ${endOf({ ...plan, offset: 0 }, order)} offset ${deep.offset}`
    : sql`${rows} ${endOf(plan, order)}`;
  return sql`select ${sql.join(shown)} from (${page}) cut`;
}

/** Ordered groups with their quotients. */
export function groupsOf(plan: GroupPlan, relation: ReportRelation, inner: Piece): Piece {
  const all = Object.entries(plan.measures);
  const quotients = all.flatMap(([name, measure]) =>
    measure.op === 'quotient' ? [sql`, ${quotientOf(measure)} as ${sql.id(name)}`] : [],
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
  const shown = [...kinds].map(([name, kind]) => toldAs(kind, 'groups', name));
  return sql`select ${sql.join(shown)} from (${counted}) groups ${endOf(plan, order)}`;
}

/** A result column; timestamps are formatted as text to the second. */
function toldAs(kind: ReportColumnKind, from: string, name: string): Piece {
  const column = sql.id(from, name);
  const format = sql.lit('YYYY-MM-DD HH24:MI:SS');
  if (kind === 'local') return sql`to_char(${column}, ${format}) as ${sql.id(name)}`;
  if (kind === 'utc') return sql`to_char(${column} at time zone 'UTC', ${format}) as ${sql.id(name)}`;
  return column;
}
