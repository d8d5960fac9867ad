/** A JSON value stored with a job. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** Life cycle: `waiting` for a worker or for `notBefore`, `running` while claimed by a worker, then one of the final states. */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
/** One of `jobStates`. */
export type JobState = (typeof jobStates)[number];

/** The error of the last attempt, without anything that readers of the job must not see. */
export interface JobFault {
  readonly code: string;
  readonly message: string;
}

/** A background job: its input, progress and result. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  /** At most one job per kind and key is waiting or running. */
  readonly key: string | null;
  /** The account that submitted it; null for the system itself. */
  readonly userId: number | null;
  readonly input: JsonObject;
  readonly state: JobState;
  /** The checkpoint at which the next step resumes; null before the first. */
  readonly place: JsonValue;
  /** Progress, in units of its kind; `total` is null until known. */
  readonly done: number;
  readonly total: number | null;
  readonly result: JsonObject | null;
  /** Consecutive failures of the current step, including lost workers. */
  readonly failures: number;
  readonly error: JobFault | null;
  /** Higher values are claimed first. */
  readonly priority: number;
  /** Earliest start; null starts at once. */
  readonly notBefore: Date | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Fencing token: incremented by every claim, so that a worker whose lease expired cannot change the job. */
  readonly run: number;
  /** False until its kind has cleaned up. */
  readonly isSettled: boolean;
}

/** A job before it is stored. */
export type NewJob = Pick<Job, 'id' | 'kind' | 'key' | 'userId' | 'input' | 'priority' | 'notBefore' | 'createdAt'>;

/** Whether a job in this state is waiting or running. */
export const isLive = (state: JobState): boolean => state === 'waiting' || state === 'running';
