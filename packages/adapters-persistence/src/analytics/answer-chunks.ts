import type { Question, ReportPlan, ReportRow } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { snapshotId } from '../reading/snapshot-id.ts';
import type { Piece } from './report-scope.ts';
import { type FollowedRules, type StoredRules, storedRules } from './roll-ups/followed-rules.ts';

/** Name of the snapshot id beside those of the plans; no plan can have it. */
export const MOMENT = 'as of';
/** The id of a snapshot, and the rules in it if the statement demands any of them. */
export interface Moment {
  readonly id: string | null;
  readonly rules?: StoredRules | null;
}

const momentOf = (rules: FollowedRules): Piece =>
  sql`json_build_object('id', ${snapshotId}${rules.isAsked ? sql`, 'rules', ${storedRules}` : sql``})`;
/** The moment as a result column. */
export const momentColumn = (rules: FollowedRules): Piece => sql`${momentOf(rules)} as ${sql.id(MOMENT)}`;

/** Rows in one chunk: parsing a single huge value would block the event loop. */
const TOGETHER = 500;

/** A chunk of the rows of a plan, as returned by the database. */
export interface AnswerChunk {
  readonly plan: string;
  readonly piece: number;
  readonly rows: readonly ReportRow[] | Moment | null;
}

/** Whether a plan can return very many rows: groups without a limit that have a key other than an interval. */
const isLong = (plan: ReportPlan): boolean =>
  plan.kind === 'groups' && plan.limit === undefined && Object.values(plan.keys).some((key) => !('interval' in key));

/** Whether the rows of a question are returned in chunks. */
export const isChunked = (question: Question): boolean =>
  Object.values(question).some((plan) => !plan.isInner && isLong(plan));

/** The result of the returned plans from their rows, a row for each chunk; the moment is the first one and names the columns. */
export function chunksOf(question: Question, results: ReadonlyMap<string, Piece>, rules: FollowedRules): Piece {
  const parts = [...results].map(([name, given]) => {
    const plan = question[name];
    if (!plan || !isLong(plan)) return sql`select ${name}, 0, json_agg(g) from ${given} g`;
    return sql`select ${name}, no / ${sql.lit(TOGETHER)}, json_agg(g order by no)
      from (select g, row_number() over ()::int no from ${given} g) g group by 2`;
  });
  const moment = sql`select ${MOMENT}::text plan, 0 piece, ${momentOf(rules)} rows`;
  return sql.join([moment, ...parts], sql` union all `);
}

/** Joins the chunks of each plan; also returns the moment. */
export function gathered(pieces: readonly AnswerChunk[]) {
  const all: Record<string, ReportRow[]> = {};
  let moment: Moment | undefined;
  for (const { plan, rows } of pieces.toSorted((a, b) => a.piece - b.piece)) {
    if (plan === MOMENT) moment = rows as Moment;
    const own = all[plan] ?? [];
    for (const row of Array.isArray(rows) ? (rows as readonly ReportRow[]) : []) own.push(row);
    if (plan !== MOMENT) all[plan] = own;
  }
  return { answer: all as Readonly<Record<string, readonly ReportRow[]>>, moment };
}
