/** Runs a job as far as it can be done now. */
export type RunJob = (id: string) => Promise<unknown>;
