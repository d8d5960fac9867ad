/** What can stand in JSON, as jobs keep it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** Members by name, as jobs keep them. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** How far a job is in its life: it waits for a worker, or for its time; one has it; or it is over. */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
/** One of `jobStates`. */
export type JobState = (typeof jobStates)[number];

/** Why the last try went wrong, in words that anybody may read who may see the job. */
export interface JobFault {
  readonly code: string;
  readonly message: string;
}

/** Long work that was asked for: a row of our own, which says what is to be done, how far it is and how it ended. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  /** Of one kind at most one job with the same key is waiting or running. */
  readonly key: string | null;
  /** Who asked for it; null for the system itself. */
  readonly userId: number | null;
  readonly input: JsonObject;
  readonly state: JobState;
  /** Where the next step goes on; null before the first. */
  readonly place: JsonValue;
  /** How much is done, in units of its kind, and how much there is in all once that is known. */
  readonly done: number;
  readonly total: number | null;
  readonly result: JsonObject | null;
  /** How often in a row the step at hand went wrong, or its worker was lost. */
  readonly failures: number;
  readonly error: JobFault | null;
  /** Larger ones are taken first. */
  readonly priority: number;
  /** It is not begun before; null is at once. */
  readonly notBefore: Date | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Raised by one whenever a worker takes it up, so that one that has lost it cannot change it any more. */
  readonly run: number;
  /** False until its kind has cleaned up after it. */
  readonly isSettled: boolean;
}

/** A job before it is stored. */
export type NewJob = Pick<Job, 'id' | 'kind' | 'key' | 'userId' | 'input' | 'priority' | 'notBefore' | 'createdAt'>;

/** Whether a job in this state is still to be done. */
export const isLive = (state: JobState): boolean => state === 'waiting' || state === 'running';
