import type { GroupPlan, Question, ReportPlan } from '@backroom/core/analytics';
import { type RawBuilder, sql } from 'kysely';
import { stockedProducts } from '../stores/shop-stock/linked-stock.ts';
import { chunksOf, isChunked, momentColumn } from './answer-chunks.ts';
import { foundOrders } from './found-orders.ts';
import { ordersByPart } from './orders-by-part.ts';
import { type Choosing, isOfOneSource, rowsFromSource, type SharedSource } from './plan-sources.ts';
import { isGiven, isRaw } from './raw-groups.ts';
import { givenName, named, type Piece } from './report-scope.ts';
import { headingPart, productParts } from './report-tables.ts';
import { FollowedRules } from './roll-ups/followed-rules.ts';
import { LevelParts } from './roll-ups/level-parts.ts';
import { pairsOf } from './shared/paired-plans.ts';
import { SharedParts } from './shared/shared-parts.ts';
import { sharedLineSums } from './shared-line-sums.ts';

/** Options of a statement besides the question. */
interface StatementOptions extends Partial<Omit<Choosing, 'levels' | 'rows' | 'whole' | 'isRaw' | 'earlier'>> {
  /** Query of the products with their stock. */
  readonly stocked?: Piece;
}

/**
 * One statement for a whole question, so that it is answered from one snapshot. The rows of each plan are JSON, in one result
 * row, or in one for each chunk if there may be many.
 */
export function statementOf<Answer>(
  question: Question,
  {
    stocked = stockedProducts(true),
    onSource = () => {},
    rules = new FollowedRules(),
    ...limits
  }: StatementOptions = {},
): RawBuilder<Answer> {
  const earlier: Record<string, ReportPlan> = {};
  const levels = new LevelParts();
  const sharedParts = new SharedParts(question);
  const choosing = { onSource, rules, levels, parts: sharedParts, ...limits };
  const shared = sharedSources(question, rules);
  const pairs = pairsOfOneSource(question, shared, { ...choosing, earlier: question, isRaw: true });
  const wholes = new Set(pairs.values());
  const parts = new Set<Piece>();
  const results = new Map<string, Piece>();
  for (const [name, plan] of Object.entries(question)) {
    const source = shared(name);
    if (source.part) parts.add(source.part);
    earlier[name] = plan;
    if (wholes.has(name)) continue;
    const whole = groupPlanOf(question, pairs.get(name));
    const rows = rowsFromSource(plan, source, { ...choosing, whole, earlier, isRaw: isRaw(question, name) });
    const isShared = isGiven(question, name);
    if (isShared) parts.add(sql`${named(givenName(name))} as materialized (${rows})`);
    if (!plan.isInner) results.set(name, isShared ? named(givenName(name)) : sql`(${rows})`);
  }
  const all = [...tableParts(question, stocked), ...levels.parts(), ...parts, ...sharedParts.parts()];
  const before = all.length === 0 ? sql`` : sql`with ${sql.join(all)}`;
  if (isChunked(question)) return sql<Answer>`${before} ${chunksOf(question, results, rules)}`;
  const given = [...results].map(([name, rows]) => sql`(select json_agg(g) from ${rows} g) as ${sql.id(name)}`);
  return sql<Answer>`${before} select ${sql.join(given)}, ${momentColumn(rules)}`;
}

/** The pairs of a question that one select answers. */
function pairsOfOneSource(
  question: Question,
  shared: (name: string) => SharedSource,
  choosing: Choosing,
): ReadonlyMap<string, string> {
  const pairs = [...pairsOf(question)].filter(([name, paired]) => {
    const plan = groupPlanOf(question, name);
    const whole = groupPlanOf(question, paired);
    return plan && whole && isOfOneSource({ plan, whole }, [shared(name), shared(paired)], choosing);
  });
  return new Map(pairs);
}

const groupPlanOf = (question: Question, name: string | undefined): GroupPlan | undefined => {
  const plan = name === undefined ? undefined : question[name];
  return plan?.kind === 'groups' ? plan : undefined;
};

function sharedSources(question: Question, rules: FollowedRules): (name: string) => SharedSource {
  const byPart = ordersByPart(question, rules);
  const found = foundOrders(Object.fromEntries(Object.entries(question).filter(([name]) => !byPart.has(name))));
  const once = sharedLineSums(question);
  return (name) => {
    const sources = { byPart: byPart.get(name), found: found.get(name), once: once.get(name) };
    return { ...sources, part: sources.byPart?.part ?? sources.found?.found.part ?? sources.once?.part };
  };
}

/** CTEs of tables that are not stored. */
function tableParts(question: Question, stocked: Piece): readonly Piece[] {
  return [
    ...(Object.values(question).some(readsStock) ? productParts(stocked) : []),
    ...(JSON.stringify(question).includes('heading') ? [headingPart] : []),
  ];
}

/** Whether a plan reads the stock of products. */
const readsStock = ({ from, references = {} }: ReportPlan): boolean =>
  from === 'stock' || Object.values(references).some(({ to }) => to === 'stock');
