import type { Page, PageRequest } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { Job, JobState, NewJob } from './job.ts';
import type { BoundJobKind } from './kind.ts';

/** A filter of jobs; absent members do not restrict. */
export interface JobFilter {
  readonly state?: JobState;
  readonly kind?: string;
  /** Of these kinds. */
  readonly kinds?: readonly string[];
  /** Submitted by this account. */
  readonly userId?: number;
}

/** A filter of jobs that are counted by state. */
export type JobCountFilter = Omit<JobFilter, 'state'>;

/** The precondition of a change. */
export interface JobCondition {
  readonly id: string;
  readonly states: readonly JobState[];
  /** Only while this run holds the job. */
  readonly run?: number;
}

/** New values of a job; absent members keep theirs. */
export interface JobChanges
  extends Partial<
    Pick<
      Job,
      'state' | 'place' | 'done' | 'total' | 'result' | 'failures' | 'error' | 'notBefore' | 'endedAt' | 'isSettled'
    >
  > {
  /** True releases the lease. */
  readonly isReleased?: boolean;
}

/** The terms on which a worker claims a job. */
export interface JobLease {
  readonly now: Date;
  readonly forMs: number;
  /** Maximum running jobs by kind; kinds without an entry are unlimited. */
  readonly limits?: ReadonlyMap<string, number>;
}

/** The job rows. Writes belong to the surrounding unit of work, if there is one. */
export interface JobStore {
  /** Stores a job, or returns the waiting or running one of its kind and key; concurrent calls store one. */
  add(draft: NewJob): Promise<{ readonly job: Job; readonly isNew: boolean }>;
  /** The job of this id, or undefined. */
  find(id: string): Promise<Job | undefined>;
  /** The job of this kind and key that is waiting or running, or undefined. */
  live(kind: string, key: string): Promise<Job | undefined>;
  /** The newest job of this kind and key, in any state, or undefined. */
  latest(kind: string, key: string): Promise<Job | undefined>;
  /** One page of the jobs that match, the newest first. */
  list(filter: JobFilter, page: PageRequest): Promise<Page<Job>>;
  /** Numbers of the jobs that match by state; states without jobs may be absent. */
  countByState(filter: JobCountFilter): Promise<ReadonlyMap<JobState, number>>;
  /**
   * Claims a job under a lease, as its next run; undefined if there is nothing to do, it is not due, or it is leased. A
   * waiting job becomes running; a job whose lease expired counts one more failure; an ended job that is not settled keeps
   * its state. Leases are measured by the clock of the database, which all processes share. A job of a kind of which as many as
   * its limit are running under a lease is not claimed; concurrent claims never exceed the limit.
   */
  claim(id: string, lease: JobLease): Promise<Job | undefined>;
  /** Claims the job of the highest priority that can be claimed, of those the oldest; concurrent calls claim different ones. */
  claimNext(lease: JobLease): Promise<Job | undefined>;
  /** Extends the lease of this run and returns the state of the job; undefined if another run holds it. */
  renew(held: Pick<Job, 'id' | 'run'>, forMs: number): Promise<JobState | undefined>;
  /**
   * Changes a job if it meets the condition, and returns it; undefined if it does not.
   * @throws DomainError `job_already_live` if another one of its kind and key is waiting or running
   */
  change(condition: JobCondition, changes: JobChanges): Promise<Job | undefined>;
  /** Whether a job of a higher priority is due and waiting. */
  isOvertaken(priority: number, now: Date): Promise<boolean>;
  /** Deletes up to `most` settled jobs that ended before these times, and returns their number. */
  forget(before: { readonly failed: Date; readonly others: Date }, most: number): Promise<number>;
}

/** Notifies the workers of all processes of jobs. Holds no state: workers find what was not announced within seconds. */
export interface JobQueue {
  /** Announces a job to the workers. Repeats are harmless. */
  send(job: Pick<Job, 'id' | 'priority' | 'notBefore'>): Promise<void>;
}

/** The ports of the jobs context. */
export interface JobsPorts extends KernelPorts {
  readonly jobs: JobStore;
  readonly jobQueue: JobQueue;
  /** Bound job kinds by name; made by `createCore`. */
  readonly jobKinds: ReadonlyMap<string, BoundJobKind>;
}

/** Whether the database or another adapter supplies each port. */
export const jobsPorts = { jobs: 'store', jobQueue: 'service' } as const;
