import {
  checkReportPlan,
  type GroupPlan,
  type Question,
  type ReportPlan,
  reportRelation,
} from '@backroom/core/analytics';
import { type RawBuilder, sql } from 'kysely';
import { stockedProducts } from '../stores/shop-stock/linked-stock.ts';
import { isInPieces, momentTold, piecesOf } from './answer-pieces.ts';
import { countedGroups, sourceAmong, sourceOf, unjoinedGroups } from './counted-groups.ts';
import { boughtList, customersCounted, customersOfPage } from './customer-lists.ts';
import { rowsCutFirst } from './cut-first.ts';
import { deepPage } from './deep-pages.ts';
import { differentProducts } from './different-products.ts';
import { byFirstLines } from './facts/first-lines.ts';
import { type FoundPlan, foundOrders } from './found-orders.ts';
import { linesOnce, type OncePlan } from './lines-once.ts';
import { ordersByPart, type PartPlan } from './orders-by-part.ts';
import { countedByProduct } from './products-by-part.ts';
import { givenName, type Piece } from './report-scope.ts';
import { type OnSource, summedGroups } from './roll-ups/summed-groups.ts';
import { groupsOf, rowsOf } from './statement-rows.ts';

/** Options of a statement besides the question. */
interface StatementOptions extends Partial<Choosing> {
  /** Query of the products with their stock. */
  readonly stocked?: Piece;
}

/** Parameters of the choice between roll-ups and facts. */
interface Choosing {
  readonly onSource: OnSource;
  readonly deepest?: number;
  readonly sampled?: number;
}

/**
 * One statement for a whole question, so that it is answered from one snapshot. The rows of each plan are JSON, in one result
 * row, or in one for each chunk if there may be many.
 */
export function statementOf<Answer>(
  question: Question,
  { stocked = stockedProducts(true), onSource = () => {}, ...limits }: StatementOptions = {},
): RawBuilder<Answer> {
  const plans = Object.entries(question);
  const earlier: Record<string, ReportPlan> = {};
  const byPart = ordersByPart(question);
  const others = Object.fromEntries(plans.filter(([name]) => !byPart.has(name)));
  const found = foundOrders(others);
  const once = linesOnce(question);
  const parts = new Set<Piece>();
  for (const [name, plan] of plans) {
    const having = byPart.get(name);
    const among = found.get(name);
    const summed = once.get(name);
    for (const part of [...(having?.parts ?? []), among?.found.part, summed?.part]) if (part) parts.add(part);
    const choosing = { onSource, ...limits };
    const read = (): Piece => {
      if (having && plan.kind === 'groups') return rowsByPart(plan, having, { earlier, onSource });
      if (among) return rowsAmong(among, earlier, choosing);
      return summed ? rowsSummed(summed, earlier, choosing) : selectOf(plan, earlier, choosing);
    };
    const rows = read();
    parts.add(sql`${sql.id(givenName(name))} as materialized (${rows})`);
    earlier[name] = plan;
  }
  const before = sql`with product_stock as not materialized (${stocked}), ${sql.join([...parts])}`;
  if (isInPieces(question)) return sql<Answer>`${before} ${piecesOf(question)}`;
  const given = plans
    .filter(([, { isInner }]) => !isInner)
    .map(([name]) => sql`(select coalesce(json_agg(g), '[]') from ${sql.id(givenName(name))} g) as ${sql.id(name)}`);
  return sql<Answer>`${before} select ${sql.join(given)}, ${momentTold}`;
}

/** The plan over orders with a part, from the index of their parts. */
function rowsByPart(
  plan: GroupPlan,
  { groups }: PartPlan,
  { earlier, onSource }: Pick<Choosing, 'onSource'> & { readonly earlier: Question },
): Piece {
  checkReportPlan(plan, earlier);
  onSource('orders by part');
  return groupsOf(plan, reportRelation(plan, earlier), groups);
}

/** The plan over orders that are found by their parts, or over parts of such orders. */
function rowsAmong({ plan, found }: FoundPlan, earlier: Question, { onSource, sampled }: Choosing): Piece {
  checkReportPlan(plan, earlier);
  onSource('found orders');
  const relation = reportRelation(plan, earlier);
  if (plan.kind === 'rows') return rowsOf(plan, sourceAmong(plan, earlier, found.rows), undefined);
  const products = differentProducts(plan, { found: found.rows, sampled });
  if (products) return groupsOf(plan, relation, products);
  const plain = byFirstLines(plan, relation);
  return groupsOf(plan, relation, countedGroups(plain, sourceAmong(plain, earlier, found.rows)));
}

/** The plan over line sums that several plans share. */
function rowsSummed({ plan, groups }: OncePlan, earlier: Question, { onSource }: Choosing): Piece {
  checkReportPlan(plan, earlier);
  onSource('lines once');
  return groupsOf(plan, reportRelation(plan, earlier), groups);
}

/** What is asked where it was asked before. */
const always = { op: 'all', of: [] } as const;

/**
 * Chooses the source of a plan: facts can answer every plan; groups that roll-ups answer faster are routed to them here, and
 * nowhere else.
 */
function selectOf(plan: ReportPlan, earlier: Question, { onSource, deepest, sampled }: Choosing): Piece {
  checkReportPlan(plan, earlier);
  const relation = reportRelation(plan, earlier);
  const fromFacts = (part: GroupPlan) => {
    const products = differentProducts(part, { sampled });
    if (products) onSource('different products');
    if (products) return products;
    const plain = byFirstLines(part, relation);
    if (plain.measures !== part.measures) onSource('first lines');
    const own = unjoinedGroups(plain, relation);
    if (own) onSource('parts without their orders');
    const facts = own ?? countedGroups(plain, sourceOf(plain, earlier));
    const byProduct = countedByProduct(part, relation, facts);
    if (byProduct) onSource('products by part');
    return byProduct ?? facts;
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
  if (cut) return rowsOf(known, sourceOf(plan, earlier, { own: cut }), undefined);
  const source = sourceOf(plan, earlier);
  const deep = deepPage({ plan, relation, scope: source.scope, count, deepest });
  if (deep) onSource('deep page');
  return rowsOf(plan, source, deep);
}
