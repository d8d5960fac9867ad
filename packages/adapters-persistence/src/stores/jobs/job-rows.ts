import type { Job, JobChanges } from '@backroom/core/jobs';
import { type RawBuilder, sql } from 'kysely';

export interface JobRecord {
  readonly id: string;
  readonly kind: string;
  readonly key: string | null;
  readonly user_id: number | null;
  readonly input: Job['input'];
  readonly state: Job['state'];
  readonly place: Job['place'];
  readonly done: number;
  readonly total: number | null;
  readonly result: Job['result'];
  readonly failures: number;
  readonly error: Job['error'];
  readonly priority: number;
  readonly not_before: Date | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly run: number;
  readonly is_settled: boolean;
}

/** The columns of `JobRecord`. */
export const jobColumns =
  sql.raw(`id, kind, key, user_id, input, state, place, done, total, result, failures, error, priority,
  not_before, created_at, started_at, ended_at, run, is_settled`);

export const toJob = (row: JobRecord): Job => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  userId: row.user_id,
  input: row.input,
  state: row.state,
  place: row.place,
  done: row.done,
  total: row.total,
  result: row.result,
  failures: row.failures,
  error: row.error,
  priority: row.priority,
  notBefore: row.not_before,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  run: row.run,
  isSettled: row.is_settled,
});

/** A value as `jsonb`; null and undefined become SQL NULL, not JSON null. */
export const toJson = (value: unknown): RawBuilder<unknown> =>
  sql`${value === null || value === undefined ? null : JSON.stringify(value)}::jsonb`;

type JobColumns = Omit<JobChanges, 'isReleased'>;
type Setters = {
  readonly [K in keyof JobColumns]-?: (value: Exclude<JobColumns[K], undefined>) => RawBuilder<unknown>;
};

const setters: Setters = {
  state: (value) => sql`state = ${value}`,
  place: (value) => sql`place = ${toJson(value)}`,
  done: (value) => sql`done = ${value}`,
  total: (value) => sql`total = ${value}`,
  result: (value) => sql`result = ${toJson(value)}`,
  failures: (value) => sql`failures = ${value}`,
  error: (value) => sql`error = ${toJson(value)}`,
  notBefore: (value) => sql`not_before = ${value}`,
  endedAt: (value) => sql`ended_at = ${value}`,
  isSettled: (value) => sql`is_settled = ${value}`,
};

/** The `set` list of these changes. */
export function settersOf({ isReleased = false, ...changes }: JobChanges): readonly RawBuilder<unknown>[] {
  const assignments = Object.entries(changes).flatMap(([name, value]) =>
    value === undefined ? [] : [(setters[name as keyof JobColumns] as (value: unknown) => RawBuilder<unknown>)(value)],
  );
  return isReleased ? [...assignments, sql`lease_until = null`] : assignments;
}
