import {
  aggregatesOf,
  checkReportPlan,
  type GroupPlan,
  type Question,
  type ReportPlan,
  type ReportRelation,
  reportRelation,
} from '@backroom/core/analytics';
import { countedGroups, sourceAmong, sourceOf } from './counted-groups.ts';
import { boughtList, customersCounted, customersOfPage } from './customer-lists.ts';
import { deepPage } from './deep-pages.ts';
import type { FoundPlan } from './found-orders.ts';
import { limitedRows } from './limited-rows.ts';
import type { PartPlan } from './orders-by-part.ts';
import type { Piece } from './report-scope.ts';
import type { FollowedRules } from './roll-ups/followed-rules.ts';
import type { LevelParts } from './roll-ups/level-parts.ts';
import { isSummedAlike, type OnSource, summedGroups } from './roll-ups/summed-groups.ts';
import { countedFromFacts } from './shared/groups-of-facts.ts';
import type { PlanPair } from './shared/paired-plans.ts';
import type { SharedParts } from './shared/shared-parts.ts';
import type { SharedLineSums } from './shared-line-sums.ts';
import { groupsOf, rowsOf } from './statement-rows.ts';

/** Parameters of the choice between roll-ups and facts. */
export interface Choosing {
  readonly onSource: OnSource;
  readonly rules: FollowedRules;
  readonly levels: LevelParts;
  readonly parts: SharedParts;
  readonly earlier: Question;
  /** The plan of a whole range whose groups are read along. */
  readonly whole?: GroupPlan | undefined;
  /** Whether groups are returned as they are counted. */
  readonly isRaw: boolean;
  readonly deepest?: number;
  readonly sampled?: number;
}

/** Sources that several plans of a question share. */
export interface SharedSource {
  readonly byPart: PartPlan | undefined;
  readonly found: FoundPlan | undefined;
  readonly once: SharedLineSums | undefined;
  /** CTE of the source. */
  readonly part: Piece | undefined;
}

/** Whether the plans of a pair have the same sources, so that one select answers both. */
export function isOfOneSource(pair: PlanPair, [one, other]: readonly [SharedSource, SharedSource], choosing: Choosing) {
  if (one.once || other.once || one.byPart?.part !== other.byPart?.part) return false;
  if (one.found?.found !== other.found?.found) return false;
  // Distinct values of all orders are sorted sooner alone than after the start of an interval.
  if (one.byPart && Object.values(aggregatesOf(pair.plan)).some(({ op }) => op === 'distinct')) return false;
  return isSummedAlike(pair, reportRelation(pair.plan, choosing.earlier), choosing.rules);
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
  const fromFacts = (part: GroupPlan, whole?: GroupPlan) =>
    countedFromFacts(part, relation, {
      ...choosing,
      earlier,
      isRaw,
      whole,
      found: { name: found.name, where, orders: found.rows },
    });
  const read = { ...choosing, fromFacts, otherwise: 'found orders', isRaw };
  const rows = summedGroups({ ...read, plan: asked, relation, zone: asked.zone ?? 'UTC' });
  return answered(rows, asked, { relation, isRaw });
}

/** The plan over line sums that several plans share. */
function rowsSummed({ plan, groups }: SharedLineSums, { earlier, onSource, isRaw }: Choosing): Piece {
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
  const fromFacts = (part: GroupPlan, whole?: GroupPlan) => countedFromFacts(part, relation, { ...choosing, whole });
  const count = (groups: GroupPlan) => summedGroups({ ...choosing, plan: groups, relation, zone, fromFacts });
  const bought = boughtList(plan, relation, { earlier, rules });
  for (const { name } of bought?.sources ?? []) onSource(name);
  if (plan.kind === 'groups') {
    const rows = bought ? customersCounted(plan, relation, { list: bought, count: countedGroups }) : count(plan);
    return answered(rows, plan, { relation, isRaw });
  }
  const known = { ...plan, where: always, offset: 0 };
  if (bought) return rowsOf(known, customersOfPage(plan, relation, bought), undefined);
  const cut = limitedRows(plan, { relation, alias: 't', joined: new Map(), zone });
  if (cut) return rowsOf(known, sourceOf(plan, earlier, { own: cut }), undefined);
  const source = sourceOf(plan, earlier);
  const deep = deepPage({ plan, relation, scope: source.scope, count, rules, deepest });
  if (deep) onSource('deep page');
  return rowsOf(plan, source, deep);
}
