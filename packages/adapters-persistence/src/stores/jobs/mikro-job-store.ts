import { offsetOf, type Page, type PageRequest } from '@backroom/core';
import {
  type Job,
  type JobChanges,
  type JobCondition,
  type JobCountFilter,
  type JobFilter,
  type JobLease,
  type JobState,
  type JobStore,
  jobAlreadyLive,
  type NewJob,
} from '@backroom/core/jobs';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { type JobRecord, jobColumns, settersOf, toJob, toJson } from './job-rows.ts';

/** Tolerated clock difference (ms): a job that is claimed early by less is due. */
const CLOCK_TOLERANCE_MS = 1_000;

/** Jobs in PostgreSQL. Leases are timed by the clock of the database. */
export class MikroJobStore implements JobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(draft: NewJob): Promise<{ readonly job: Job; readonly isNew: boolean }> {
    for (;;) {
      const [added] = await this.#jobs(sql`
        insert into job (id, kind, key, user_id, input, state, done, failures, priority, not_before, created_at, run, is_settled)
        values (${draft.id}, ${draft.kind}, ${draft.key}, ${draft.userId}, ${toJson(draft.input)}, 'waiting', 0, 0,
          ${draft.priority}, ${draft.notBefore}, ${draft.createdAt}, 0, false)
        on conflict (kind, key) where key is not null and state in ('waiting', 'running') do nothing
        returning ${jobColumns}`);
      if (added) return { job: added, isNew: true };
      const job = await this.live(draft.kind, draft.key ?? '');
      // Retries when the live job has ended between the two statements.
      if (job) return { job, isNew: false };
    }
  }

  async find(id: string): Promise<Job | undefined> {
    const [job] = await this.#jobs(sql`select ${jobColumns} from job where id = ${id}`);
    return job;
  }

  async live(kind: string, key: string): Promise<Job | undefined> {
    const [job] = await this.#jobs(sql`
      select ${jobColumns} from job where kind = ${kind} and key = ${key} and state in ('waiting', 'running')`);
    return job;
  }

  async latest(kind: string, key: string): Promise<Job | undefined> {
    const [job] = await this.#jobs(sql`
      select ${jobColumns} from job where kind = ${kind} and key = ${key}
      order by created_at desc, state in ('waiting', 'running') desc, id limit 1`);
    return job;
  }

  async list(filter: JobFilter, page: PageRequest): Promise<Page<Job>> {
    const condition = conditionOf(filter);
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from job where ${condition}`.execute(this.#database.kysely());
    const entries = await this.#jobs(sql`
      select ${jobColumns} from job where ${condition}
      order by created_at desc, id desc limit ${page.perPage} offset ${offsetOf(page)}`);
    return { entries, total: counted.rows[0]?.total ?? 0 };
  }

  async countByState(filter: JobCountFilter): Promise<ReadonlyMap<JobState, number>> {
    const { rows } = await sql<{ state: JobState; total: number }>`
      select state, count(*)::int as total from job where ${conditionOf(filter)} group by state`.execute(
      this.#database.kysely(),
    );
    return new Map(rows.map(({ state, total }) => [state, total]));
  }

  async claim(id: string, lease: JobLease): Promise<Job | undefined> {
    return this.#claim(
      sql`id = ${id} and ${claimable(after(lease.now, CLOCK_TOLERANCE_MS))} and ${withinLimits(lease)}`,
      lease,
    );
  }

  async claimNext(lease: JobLease): Promise<Job | undefined> {
    // `skip locked`: concurrent claims find different jobs.
    return this.#claim(
      sql`id = (select id from job where ${claimable(lease.now)} and ${withinLimits(lease)} order by priority desc, created_at limit 1 for update skip locked)`,
      lease,
    );
  }

  async #claim(condition: RawBuilder<unknown>, { now, forMs, limits }: JobLease): Promise<Job | undefined> {
    const [job] = await this.#jobs(sql`
      update job set run = run + 1, started_at = coalesce(started_at, ${now}), lease_until = ${inMs(forMs)},
        state = case state when 'waiting' then 'running' else state end,
        failures = failures + case state when 'running' then 1 else 0 end
      where ${condition} returning ${jobColumns}`);
    const limit = job?.state === 'running' ? limits?.get(job.kind) : undefined;
    return job && limit !== undefined && (await this.#isBeyond(job, limit)) ? undefined : job;
  }

  /** Releases a job if concurrent claims have exceeded the limit of its kind: each sees all that were committed before it. */
  async #isBeyond({ id, kind, run }: Job, limit: number): Promise<boolean> {
    const { rows } = await sql`
      update job set state = 'waiting', lease_until = null
      where id = ${id} and run = ${run} and ${running(kind)} > ${limit} returning id`.execute(this.#database.kysely());
    return rows.length > 0;
  }

  async renew({ id, run }: Pick<Job, 'id' | 'run'>, forMs: number): Promise<JobState | undefined> {
    const { rows } = await sql<{ state: JobState }>`
      update job set lease_until = ${inMs(forMs)} where id = ${id} and run = ${run} and lease_until is not null
      returning state`.execute(this.#database.kysely());
    return rows[0]?.state;
  }

  async change({ id, states, run }: JobCondition, changes: JobChanges): Promise<Job | undefined> {
    const [job] = await mapConstraintErrors(
      { job_live_key: jobAlreadyLive },
      this.#jobs(sql`
        update job set ${sql.join(settersOf(changes))}
        where id = ${id} and state = any(${states}::text[]) ${run === undefined ? sql`` : sql`and run = ${run}`}
        returning ${jobColumns}`),
    );
    return job;
  }

  async isOvertaken(priority: number, now: Date): Promise<boolean> {
    const { rows } = await sql<{ is_overtaken: boolean }>`
      select exists (select from job where not is_settled and priority > ${priority} and state = 'waiting'
        and (not_before is null or not_before <= ${now})) as is_overtaken`.execute(this.#database.kysely());
    return rows[0]?.is_overtaken ?? false;
  }

  async forget({ failed, others }: { readonly failed: Date; readonly others: Date }, most: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from job where id in (
        select id from job where is_settled and ended_at < case state when 'failed' then ${failed}::timestamptz else ${others} end
        order by ended_at limit ${most} for update skip locked)`.execute(this.#database.kysely());
    return Number(numAffectedRows ?? 0);
  }

  async #jobs(statement: RawBuilder<unknown>): Promise<readonly Job[]> {
    const { rows } = await (statement as RawBuilder<JobRecord>).execute(this.#database.kysely());
    return rows.map(toJob);
  }
}

const claimable = (now: Date): RawBuilder<unknown> =>
  sql`not is_settled and (lease_until is null or lease_until <= clock_timestamp()) and (not_before is null or not_before <= ${now})`;

/** The number of jobs of a kind that run under a lease. */
const running = (kind: string): RawBuilder<unknown> =>
  sql`(select count(*) from job where kind = ${kind} and state = 'running' and not is_settled and lease_until > clock_timestamp())`;

/** Ended jobs are claimed for their clean-up, which has no limit. */
function withinLimits({ limits = new Map() }: JobLease): RawBuilder<unknown> {
  const full = [...limits].map(
    ([kind, limit]) => sql`(kind = ${kind} and state in ('waiting', 'running') and ${running(kind)} >= ${limit})`,
  );
  return full.length > 0 ? sql`not (${sql.join(full, sql` or `)})` : sql`true`;
}

const after = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds);

const inMs = (milliseconds: number): RawBuilder<unknown> =>
  sql`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;

function conditionOf({ state, kind, kinds, userId }: JobFilter): RawBuilder<unknown> {
  const conditions = [
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(kinds === undefined ? [] : [sql`kind = any(${kinds}::text[])`]),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}
