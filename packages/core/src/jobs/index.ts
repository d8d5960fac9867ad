/** Background jobs: job rows, job kinds, the steps that workers run, and the administration of failed jobs. */

export { jobAlreadyLive, noSuchJob } from './errors.ts';
export {
  isLive,
  type Job,
  type JobFault,
  type JobState,
  type JsonObject,
  type JsonValue,
  jobStates,
  type NewJob,
} from './job.ts';
export { LEASE_MS, type WorkOutcome } from './job-work.ts';
export {
  type AnyJobKind,
  type BoundJobKind,
  bindKinds,
  type JobKind,
  type JobLinks,
  type JobOf,
  type JobSignal,
  type JobStep,
} from './kind.ts';
export type {
  JobChanges,
  JobCondition,
  JobCountFilter,
  JobFilter,
  JobLease,
  JobQueue,
  JobStore,
  JobsPorts,
} from './ports.ts';
export { jobsPorts } from './ports.ts';
export { type JobAction, jobActions, type ShownJob } from './shown-job.ts';
export { type JobRequest, submitJob } from './submit-job.ts';
export { cancelJob, hastenJob, type JobInput, retryJob } from './use-cases/change-jobs.ts';
export { forgetJobs } from './use-cases/forget-jobs.ts';
export { countJobs, type ListJobsInput, listJobs, showJob } from './use-cases/read-jobs.ts';
export { type WorkInput, work } from './use-cases/work.ts';
