import { DomainError } from '../kernel/errors.ts';

/** No job has that id, or it was long ago. */
export const noSuchJob = (): DomainError => new DomainError('not-found', 'job_not_found', 'There is no such job.');

/** Only what has failed or was cancelled can be tried again. */
export const jobNotRetryable = (): DomainError =>
  new DomainError('conflict', 'job_not_retryable', 'Only a job that has failed or was cancelled can be tried again.');

/** The same work was asked for again meanwhile. */
export const jobAlreadyLive = (): DomainError =>
  new DomainError('conflict', 'job_already_live', 'The same work is waiting or running already, as another job.');

/** What is over cannot be cancelled or hastened. */
export const jobIsOver = (): DomainError => new DomainError('conflict', 'job_is_over', 'The job is over already.');
