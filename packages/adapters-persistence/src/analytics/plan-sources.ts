import {
  checkReportPlan,
  type GroupPlan,
  type Question,
  type ReportPlan,
  type ReportRelation,
  reportRelation,
} from '@backroom/core/analytics';
import { countedGroups, sourceAmong, sourceOf, unjoinedGroups } from './counted-groups.ts';
import { boughtList, customersCounted, customersOfPage } from './customer-lists.ts';
import { rowsCutFirst } from './cut-first.ts';
import { deepPage } from './deep-pages.ts';
import { differentProducts } from './different-products.ts';
import { factAggregates, isByFirstLines } from './facts/first-lines.ts';
import type { FoundPlan } from './found-orders.ts';
import type { OncePlan } from './lines-once.ts';
import type { PartPlan } from './orders-by-part.ts';
import { countedByProduct } from './products-by-part.ts';
import type { Piece } from './report-scope.ts';
import type { FollowedRules } from './roll-ups/followed-rules.ts';
import type { LevelParts } from './roll-ups/level-parts.ts';
import { type OnSource, summedGroups } from './roll-ups/summed-groups.ts';
import { groupsOf, rowsOf } from './statement-rows.ts';

/** Parameters of the choice between roll-ups and facts. */
export interface Choosing {
  readonly onSource: OnSource;
  readonly rules: FollowedRules;
  readonly levels: LevelParts;
  readonly earlier: Question;
  /** Whether groups are returned as they are counted. */
  readonly isRaw: boolean;
  readonly deepest?: number;
  readonly sampled?: number;
}

/** Sources that several plans of a question share. */
export interface SharedSource {
  readonly byPart: PartPlan | undefined;
  readonly found: FoundPlan | undefined;
  readonly once: OncePlan | undefined;
  /** CTE of the source. */
  readonly part: Piece | undefined;
}

/** The rows of a plan from its source. */
export function rowsFromSource(plan: ReportPlan, { byPart, found, once }: SharedSource, choosing: Choosing): Piece {
  if (byPart && plan.kind === 'groups') return rowsByPart(plan, byPart, choosing);
  if (found) return rowsAmong(plan, found, choosing);
  return once ? rowsSummed(once, choosing) : selectOf(plan, choosing);
}

interface Answering {
  readonly relation: ReportRelation;
  readonly isRaw: boolean;
}

/** Groups as an answer has them, or as they are counted. */
const answered = (groups: Piece, plan: GroupPlan, { relation, isRaw }: Answering): Piece =>
  isRaw ? groups : groupsOf(plan, relation, groups);

/** The plan over orders with a part: what no roll-up has, from the index of their parts. */
function rowsByPart(plan: GroupPlan, { groups }: PartPlan, { earlier, isRaw, ...choosing }: Choosing): Piece {
  checkReportPlan(plan, earlier);
  const relation = reportRelation(plan, earlier);
  const read = { ...choosing, fromFacts: groups, otherwise: 'orders by part', isRaw };
  const rows = summedGroups({ ...read, plan, relation, zone: plan.zone ?? 'UTC' });
  return answered(rows, plan, { relation, isRaw });
}

/** The plan over orders that are found by their parts, or over parts of such orders: what no roll-up has. */
function rowsAmong(
  asked: ReportPlan,
  { plan: { where }, found }: FoundPlan,
  { earlier, isRaw, ...choosing }: Choosing,
): Piece {
  checkReportPlan(asked, earlier);
  const relation = reportRelation(asked, earlier);
  if (asked.kind === 'rows') {
    choosing.onSource('found orders');
    const source = sourceAmong({ ...asked, where }, earlier, { orders: found.rows });
    return rowsOf({ ...asked, where }, source, undefined);
  }
  const fromFacts = (part: GroupPlan) => {
    const plan = { ...part, where };
    const products = differentProducts(plan, { ...choosing, found: found.rows });
    if (products) return products;
    const aggregates = factAggregates(plan, relation);
    return countedGroups(plan, sourceAmong(plan, earlier, { orders: found.rows, aggregates }), { aggregates });
  };
  const read = { ...choosing, fromFacts, otherwise: 'found orders', isRaw };
  const rows = summedGroups({ ...read, plan: asked, relation, zone: asked.zone ?? 'UTC' });
  return answered(rows, asked, { relation, isRaw });
}

/** The plan over line sums that several plans share. */
function rowsSummed({ plan, groups }: OncePlan, { earlier, onSource, isRaw }: Choosing): Piece {
  checkReportPlan(plan, earlier);
  onSource('lines once');
  return answered(groups, plan, { relation: reportRelation(plan, earlier), isRaw });
}

/** What is asked where it was asked before. */
const always = { op: 'all', of: [] } as const;

/**
 * Chooses the source of a plan: facts can answer every plan; groups that roll-ups answer faster are routed to them here, and
 * nowhere else.
 */
function selectOf(plan: ReportPlan, choosing: Choosing): Piece {
  const { earlier, onSource, rules, isRaw, deepest } = choosing;
  checkReportPlan(plan, earlier);
  const relation = reportRelation(plan, earlier);
  const zone = plan.zone ?? 'UTC';
  const fromFacts = (part: GroupPlan) => countedFromFacts(part, relation, choosing);
  const count = (groups: GroupPlan) => summedGroups({ ...choosing, plan: groups, relation, zone, fromFacts });
  const bought = boughtList(plan, relation, { earlier, rules });
  for (const { name } of bought?.sources ?? []) onSource(name);
  if (plan.kind === 'groups') {
    const rows = bought ? customersCounted(plan, relation, { list: bought, count: countedGroups }) : count(plan);
    return answered(rows, plan, { relation, isRaw });
  }
  const known = { ...plan, where: always, offset: 0 };
  if (bought) return rowsOf(known, customersOfPage(plan, relation, bought), undefined);
  const cut = rowsCutFirst(plan, { relation, alias: 't', joined: new Map(), zone });
  if (cut) return rowsOf(known, sourceOf(plan, earlier, { own: cut }), undefined);
  const source = sourceOf(plan, earlier);
  const deep = deepPage({ plan, relation, scope: source.scope, count, rules, deepest });
  if (deep) onSource('deep page');
  return rowsOf(plan, source, deep);
}

/** Groups that no roll-up has. */
function countedFromFacts(plan: GroupPlan, relation: ReportRelation, choosing: Choosing): Piece {
  const { earlier, onSource, rules } = choosing;
  const products = differentProducts(plan, choosing);
  if (products) {
    onSource('different products');
    return products;
  }
  const byProduct = countedByProduct(plan, relation, rules);
  if (byProduct) {
    onSource('products by part');
    return byProduct;
  }
  const aggregates = factAggregates(plan, relation);
  if (isByFirstLines(plan, relation)) onSource('first lines');
  const own = unjoinedGroups(plan, relation, aggregates);
  if (own) onSource('parts without their orders');
  return own ?? countedGroups(plan, sourceOf(plan, earlier, { aggregates }), { aggregates });
}
