import type { Page, PageRequest } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { Job, JobState, NewJob } from './job.ts';
import type { BoundJobKind } from './kind.ts';

/** Which jobs to show; an absent member does not restrict. */
export interface JobFilter {
  readonly state?: JobState;
  readonly kind?: string;
}

/** A job that somebody wants to change, and what it has to be for that. */
export interface JobCondition {
  readonly id: string;
  readonly states: readonly JobState[];
  /** Only while this run holds it. */
  readonly run?: number;
}

/** New values of a job; an absent member stays. */
export interface JobChanges
  extends Partial<
    Pick<
      Job,
      'state' | 'place' | 'done' | 'total' | 'result' | 'failures' | 'error' | 'notBefore' | 'endedAt' | 'isSettled'
    >
  > {
  /** True where nobody holds it from now on, and it counts as never sent. */
  readonly isReleased?: boolean;
}

/** The jobs as rows. What is written is undone with the surrounding unit of work, and kept at once outside of one. */
export interface JobStore {
  /** Stores a job, or gives back the one of its kind and key that is waiting or running; of many at once one is stored. */
  add(draft: NewJob): Promise<{ readonly job: Job; readonly isNew: boolean }>;
  /** The job of this id, or undefined. */
  find(id: string): Promise<Job | undefined>;
  /** The job of this kind and key that is waiting or running, or undefined. */
  live(kind: string, key: string): Promise<Job | undefined>;
  /** The job of this kind and key that was asked for last, in whatever state, or undefined. */
  latest(kind: string, key: string): Promise<Job | undefined>;
  /** One page of the jobs that match, the newest first. */
  list(filter: JobFilter, page: PageRequest): Promise<Page<Job>>;
  /**
   * Takes a job for so many milliseconds, as its next run, and gives it; undefined where there is nothing to do, its time has
   * not come, or somebody holds it. One that waited is running from now on; one whose worker was lost has failed once more; one
   * that is over and not settled stays what it is. Held is told by the clock of the database, which all processes share.
   */
  claim(id: string, lease: { readonly now: Date; readonly forMs: number }): Promise<Job | undefined>;
  /** Keeps a job that this run holds for so many milliseconds from now, and gives its state; undefined where another run has it. */
  renew(held: Pick<Job, 'id' | 'run'>, forMs: number): Promise<JobState | undefined>;
  /**
   * Changes a job that is as the condition says, and gives it as it is then; undefined where it is not.
   * @throws DomainError `job_already_live` where another one of its kind and key is waiting or running
   */
  change(condition: JobCondition, changes: JobChanges): Promise<Job | undefined>;
  /**
   * At most so many jobs that nobody holds and no worker may have heard of: due for some seconds and never sent, or sent this
   * long ago; left by a worker that was lost; over and not settled. They count as sent now. What is more urgent comes first.
   */
  takeUnsent(now: Date, part: { readonly most: number; readonly againMs: number }): Promise<readonly Job[]>;
  /** Whether a job of a larger priority is due and waits. */
  isOvertaken(priority: number, now: Date): Promise<boolean>;
  /** Removes at most so many settled jobs that ended before: failed ones before one moment, all others before the other. */
  forget(before: { readonly failed: Date; readonly others: Date }, most: number): Promise<number>;
}

/** Tells workers, in whatever process they are, that there is work. It keeps nothing that the rows do not say. */
export interface JobQueue {
  /** Lets a worker take the job up, at once or when its time has come; the more urgent first. To send one twice does no harm. */
  send(job: Pick<Job, 'id' | 'priority' | 'notBefore'>): Promise<void>;
}

/** What jobs need. */
export interface JobsPorts extends KernelPorts {
  readonly jobs: JobStore;
  readonly jobQueue: JobQueue;
  /** Every kind by its name, with its ports; made by `createCore`. */
  readonly jobKinds: ReadonlyMap<string, BoundJobKind>;
}
