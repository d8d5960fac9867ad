import type { Job, JobChanges } from '@backroom/core';
import { type RawBuilder, sql } from 'kysely';

/** A job as the database gives it. */
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

/** What is read of a job. */
export const jobColumns =
  sql.raw(`id, kind, key, user_id, input, state, place, done, total, result, failures, error, priority,
  not_before, created_at, started_at, ended_at, run, is_settled`);

/** Puts a row in the words of the core. */
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

/** A value as `jsonb`; nothing is null of SQL, not of JSON. */
export const toJson = (value: unknown): RawBuilder<unknown> =>
  sql`${value === null || value === undefined ? null : JSON.stringify(value)}::jsonb`;

type Written = Omit<JobChanges, 'isReleased'>;

const written: { readonly [K in keyof Written]-?: (value: Exclude<Written[K], undefined>) => RawBuilder<unknown> } = {
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

/** The columns that these changes set. */
export function settersOf({ isReleased = false, ...changes }: JobChanges): readonly RawBuilder<unknown>[] {
  const setters = Object.entries(changes).flatMap(([name, value]) =>
    value === undefined ? [] : [(written[name as keyof Written] as (value: unknown) => RawBuilder<unknown>)(value)],
  );
  return isReleased ? [...setters, sql`lease_until = null`, sql`sent_at = null`] : setters;
}
