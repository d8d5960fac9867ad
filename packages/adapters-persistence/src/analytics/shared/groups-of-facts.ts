import type { GroupPlan, Question, ReportPlan, ReportRelation } from '@backroom/core/analytics';
import { countedGroups, sourceAmong, sourceOf, unjoinedGroups, unjoinedRows } from '../counted-groups.ts';
import { distinctProducts } from '../distinct-products.ts';
import { factAggregates, isByFirstLines } from '../facts/first-lines.ts';
import { type Ranged, rangeOf } from '../plan-range.ts';
import { countedByProduct } from '../products-by-part.ts';
import type { Piece } from '../report-scope.ts';
import type { FollowedRules } from '../roll-ups/followed-rules.ts';
import type { OnSource } from '../roll-ups/summed-groups.ts';
import { besideWhole, type PlanPair } from './paired-plans.ts';
import { sharedGroups } from './shared-groups.ts';
import type { SharedParts } from './shared-parts.ts';

/** Parameters of counting facts. */
interface FromFacts {
  readonly onSource: OnSource;
  readonly rules: FollowedRules;
  readonly parts: SharedParts;
  readonly earlier: Question;
  /** The plan of a whole range whose groups are read along. */
  readonly whole?: GroupPlan | undefined;
  /** Whether groups are returned as they are counted. */
  readonly isRaw: boolean;
  readonly sampled?: number;
  /** Orders that were found already, and what remains to be asked of them. */
  readonly found?: { readonly name: string; readonly where: ReportPlan['where']; orders(alias: string): Piece };
}

/** Groups that no roll-up has. */
export function countedFromFacts(asked: GroupPlan, relation: ReportRelation, choosing: FromFacts): Piece {
  const { found, whole } = choosing;
  const plan = found ? { ...asked, where: found.where } : asked;
  if (whole) return pairedFromFacts({ plan, whole }, relation, choosing);
  const special = specialGroups(plan, relation, choosing);
  if (special) return special;
  const ranged =
    choosing.isRaw && choosing.parts.isShared(asked, choosing.earlier) ? rangeOf(plan, relation) : undefined;
  if (ranged) return fromSharedRows({ plan, ranged }, relation, choosing);
  const { earlier, onSource } = choosing;
  const aggregates = factAggregates(plan, relation);
  if (found) return countedGroups(plan, sourceAmong(plan, earlier, { ...found, aggregates }), { aggregates });
  if (isByFirstLines(plan, relation)) onSource('first lines');
  const own = unjoinedGroups(plan, relation, aggregates);
  if (own) onSource('parts without their orders');
  return own ?? countedGroups(plan, sourceOf(plan, earlier, { aggregates }), { aggregates });
}

/** Groups of one measure that is not counted row by row. */
function specialGroups(
  plan: GroupPlan,
  relation: ReportRelation,
  { found, ...choosing }: FromFacts,
): Piece | undefined {
  const products = distinctProducts(plan, { ...choosing, found: found?.orders });
  if (products) {
    choosing.onSource('different products');
    return products;
  }
  const byProduct = found ? undefined : countedByProduct(plan, relation, choosing.rules);
  if (byProduct) choosing.onSource('products by part');
  return byProduct;
}

/** The groups of both plans of a pair: from rows that are written once, if both are counted row by row. */
function pairedFromFacts({ plan, whole }: PlanPair, relation: ReportRelation, choosing: FromFacts): Piece {
  const ranged = rangeOf(plan, relation);
  const rangedWhole = rangeOf(whole, relation);
  const own = specialGroups(plan, relation, choosing);
  const other = specialGroups(whole, relation, choosing);
  if (own || other || !ranged || !rangedWhole) {
    const alone = { ...choosing, whole: undefined };
    return besideWhole(
      plan,
      other ?? countedFromFacts(whole, relation, alone),
      own ?? countedFromFacts(plan, relation, alone),
    );
  }
  return fromSharedRows({ plan, whole, ranged, rangedWhole }, relation, choosing);
}

interface RangedPair extends Pick<PlanPair, 'plan'> {
  readonly whole?: GroupPlan;
  readonly ranged: Ranged;
  readonly rangedWhole?: Ranged;
}

function fromSharedRows(
  { plan, whole, ranged, rangedWhole }: RangedPair,
  relation: ReportRelation,
  { found, earlier, parts, onSource }: FromFacts,
): Piece {
  const aggregates = factAggregates(plan, relation);
  const all = whole ? [plan, whole] : [plan];
  const unjoined = all.map((each) => (found ? undefined : unjoinedRows(each, relation, aggregates)));
  const [days] = unjoined.every((each) => each) ? unjoined : [];
  const own = ranged.rest.filter(({ op }) => op === 'known' || op === 'fewGiven');
  const rest = ranged.rest.filter((each) => !own.includes(each));
  const open: GroupPlan = { ...(days?.plan ?? plan), where: { op: 'all', of: rest } };
  // The range reads the date of the order, even where no key does.
  const dated: GroupPlan = { ...open, where: { op: 'all', of: [...rest, { op: 'known', column: ranged.path }] } };
  const source =
    days?.source ??
    (found ? sourceAmong(dated, earlier, { ...found, aggregates }) : sourceOf(dated, earlier, { aggregates }));
  const { joined } = source.scope;
  const key = JSON.stringify([plan.from, plan.each, found?.name, ranged.path, rest, days !== undefined, [...joined]]);
  const shared = { plan: open, source, aggregates, ranged, rangedWhole, own: { op: 'all', of: own }, key } as const;
  const siblingInterval = parts.intervalOf(plan, earlier);
  return sharedGroups({ ...shared, isFound: found !== undefined, siblingInterval }, { parts, onSource });
}
