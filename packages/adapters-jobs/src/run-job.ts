/** A job to run: the one of this id, or without an id the most urgent one that is due. */
export interface JobCall {
  readonly id?: string;
  /** Called as soon as a job is claimed. */
  claimed?(): void;
}

/** Claims a job, if there is one to run, and runs it as far as it can be done now. */
export type RunJob = (call: JobCall) => Promise<unknown>;
