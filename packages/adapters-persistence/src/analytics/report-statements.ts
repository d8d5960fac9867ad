import {
  checkReportPlan,
  type GroupPlan,
  type Question,
  type ReportColumnKind,
  type ReportPlan,
  type ReportRelation,
  type RowPlan,
  reportRelation,
} from '@backroom/core';
import { type RawBuilder, sql } from 'kysely';
import { moment } from '../reading/moments.ts';
import { stockedProducts } from '../stores/linked-stock.ts';
import { isInPieces, MOMENT, piecesOf } from './answer-pieces.ts';
import { countedGroups, type Sourced, sourceAmong, sourceOf, unjoinedGroups } from './counted-groups.ts';
import { boughtList, customersCounted, customersOfPage } from './customer-lists.ts';
import { orderIn, rowsCutFirst } from './cut-first.ts';
import { type DeepPage, deepPage } from './deep-pages.ts';
import { byFirstLines } from './first-lines.ts';
import { type FoundPlan, foundOrders } from './found-orders.ts';
import { conditionOf } from './report-conditions.ts';
import { kindOfMeasure, quotientOf } from './report-measures.ts';
import { endOf, orderOf } from './report-order.ts';
import { columnOf, givenName, type Piece } from './report-scope.ts';
import { scarceValues } from './scarce-values.ts';
import { type OnSource, summedGroups } from './summed-groups.ts';

/** What a statement depends on beside the question. */
interface Options {
  /** Gives the products with their stock. */
  readonly stocked?: Piece;
  readonly onSource?: OnSource;
  readonly deepest?: number;
  readonly sampled?: number;
}

/**
 * One statement for a whole question, so that all of it is told of the same moment: the rows of each plan as JSON, in one row,
 * or in one for each piece where there may be many.
 */
export function statementOf<Answer>(
  question: Question,
  { stocked = stockedProducts(true), onSource = () => {}, ...limits }: Options = {},
): RawBuilder<Answer> {
  const plans = Object.entries(question);
  const earlier: Record<string, ReportPlan> = {};
  const found = foundOrders(question);
  const parts = new Set<Piece>();
  for (const [name, plan] of plans) {
    const among = found.get(name);
    if (among) parts.add(among.found.part);
    const choosing = { onSource, ...limits };
    const rows = among ? foundGroups(among, earlier, choosing) : selectOf(plan, earlier, choosing);
    parts.add(sql`${sql.id(givenName(name))} as materialized (${rows})`);
    earlier[name] = plan;
  }
  const before = sql`with product_stock as not materialized (${stocked}), ${sql.join([...parts])}`;
  if (isInPieces(question)) return sql<Answer>`${before} ${piecesOf(question)}`;
  const given = plans
    .filter(([, { isInner }]) => !isInner)
    .map(([name]) => sql`(select coalesce(json_agg(g), '[]') from ${sql.id(givenName(name))} g) as ${sql.id(name)}`);
  return sql<Answer>`${before} select ${sql.join(given)}, ${moment} as ${sql.id(MOMENT)}`;
}

/** Groups of orders that are found by their parts, or of the parts of such orders. */
function foundGroups({ plan, found }: FoundPlan, earlier: Question, { onSource, sampled }: Choosing): Piece {
  checkReportPlan(plan, earlier);
  onSource('found orders');
  const relation = reportRelation(plan, earlier);
  // Few orders have coupons, and those that do are known.
  const few = plan.from === 'line' ? scarceValues(plan, { found: found.rows, sampled }) : undefined;
  if (few) return groupsOf(plan, relation, few);
  const plain = byFirstLines(plan, relation);
  return groupsOf(plan, relation, countedGroups(plain, sourceAmong(plain, earlier, found.rows)));
}

/** What is asked where it was asked before. */
const always = { op: 'all', of: [] } as const;

interface Choosing {
  readonly onSource: OnSource;
  readonly deepest?: number;
  readonly sampled?: number;
}

/**
 * Chooses what answers a plan. The facts can answer every one; groups that sums kept by day or month answer sooner are
 * turned over to them here, and nowhere else.
 */
function selectOf(plan: ReportPlan, earlier: Question, { onSource, deepest, sampled }: Choosing): Piece {
  checkReportPlan(plan, earlier);
  const relation = reportRelation(plan, earlier);
  const fromFacts = (part: GroupPlan) => {
    const few = scarceValues(part, { sampled });
    if (few) onSource('scarce values');
    if (few) return few;
    const plain = byFirstLines(part, relation);
    if (plain.measures !== part.measures) onSource('first lines');
    const own = unjoinedGroups(plain, relation);
    if (own) onSource('parts without their orders');
    return own ?? countedGroups(plain, sourceOf(plain, earlier));
  };
  const zone = plan.zone ?? 'UTC';
  const count = (groups: GroupPlan) => summedGroups({ plan: groups, relation, zone, fromFacts, onSource });
  const bought = boughtList(plan, relation, earlier);
  for (const { name } of bought?.sources ?? []) onSource(name);
  if (plan.kind === 'groups') {
    const rows = bought ? customersCounted(plan, relation, { list: bought, count: countedGroups }) : count(plan);
    return groupsOf(plan, relation, rows);
  }
  const known = { ...plan, where: always, offset: 0 };
  if (bought) return rowsOf(known, customersOfPage(plan, relation, bought), undefined);
  const cut = rowsCutFirst(plan, { relation, alias: 't', joined: new Map(), zone });
  if (cut) return rowsOf(known, sourceOf(plan, earlier, cut), undefined);
  const source = sourceOf(plan, earlier);
  const deep = deepPage({ plan, relation, scope: source.scope, count, deepest });
  if (deep) onSource('deep page');
  return rowsOf(plan, source, deep);
}

/** The page is cut before its columns are told, so that what is not on it costs nothing. */
function rowsOf(plan: RowPlan, { scope, from }: Sourced, deep: DeepPage | undefined): Piece {
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

function groupsOf(plan: GroupPlan, relation: ReportRelation, inner: Piece): Piece {
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

/** A column under its own name; moments are told as texts to the second. */
function toldAs(kind: ReportColumnKind, from: string, name: string): Piece {
  const column = sql.id(from, name);
  const format = sql.lit('YYYY-MM-DD HH24:MI:SS');
  if (kind === 'local') return sql`to_char(${column}, ${format}) as ${sql.id(name)}`;
  if (kind === 'utc') return sql`to_char(${column} at time zone 'UTC', ${format}) as ${sql.id(name)}`;
  return column;
}
