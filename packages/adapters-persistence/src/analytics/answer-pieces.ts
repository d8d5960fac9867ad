import type { Question, ReportPlan, ReportRow } from '@backroom/core';
import { sql } from 'kysely';
import { snapshotId } from '../reading/snapshot-id.ts';
import { givenName, type Piece } from './report-scope.ts';

/** Under what the name of the moment stands beside the plans; no plan has such a name. */
export const MOMENT = 'as of';
/** The name of the state of the data, as a column beside those of the plans. */
export const momentTold = sql`${snapshotId} as ${sql.id(MOMENT)}`;

/** So many rows are told together: what is read at once keeps everybody else waiting. */
const TOGETHER = 500;

/** Some rows of a plan, as the database tells them. */
export interface AnswerPiece {
  readonly plan: string;
  readonly piece: number;
  readonly rows: readonly ReportRow[] | string | null;
}

/** Whether a plan can give very many rows: groups by something else than time, of which none is left out. */
const isLong = (plan: ReportPlan): boolean =>
  plan.kind === 'groups' && plan.limit === undefined && Object.values(plan.keys).some((key) => !('interval' in key));

/** Whether the rows of a question are told in pieces. */
export const isInPieces = (question: Question): boolean =>
  Object.values(question).some((plan) => !plan.isInner && isLong(plan));

/** What is told of the plans of a question, a row for each piece. */
export function piecesOf(question: Question): Piece {
  const told = Object.entries(question).filter(([, { isInner }]) => !isInner);
  const parts = told.map(([name, plan]) => {
    const given = sql.id(givenName(name));
    const as = sql`${name}::text as plan`;
    if (!isLong(plan)) return sql`select ${as}, 0 as piece, coalesce(json_agg(g), '[]') as rows from ${given} g`;
    return sql`select ${as}, no / ${sql.lit(TOGETHER)} as piece, json_agg(told order by no) as rows
      from (select g as told, (row_number() over () - 1)::int as no from ${given} g) numbered group by 2`;
  });
  parts.push(sql`select ${MOMENT}::text as plan, 0 as piece, to_json(${snapshotId}) as rows`);
  return sql.join(parts, sql` union all `);
}

/** The rows of each plan, put together again, and the name of the moment. */
export function gathered(pieces: readonly AnswerPiece[]) {
  const all: Record<string, ReportRow[]> = {};
  let at: string | undefined;
  for (const { plan, rows } of pieces.toSorted((a, b) => a.piece - b.piece)) {
    if (typeof rows === 'string') at = rows;
    const own = all[plan] ?? [];
    for (const row of Array.isArray(rows) ? (rows as readonly ReportRow[]) : []) own.push(row);
    if (plan !== MOMENT) all[plan] = own;
  }
  return { answer: all as Readonly<Record<string, readonly ReportRow[]>>, moment: at };
}
