import { DomainError } from '../kernel/errors.ts';

/** Unknown job id; jobs are deleted some time after they end. */
export const noSuchJob = (): DomainError => new DomainError('not-found', 'job_not_found', 'There is no such job.');

/** Only failed and cancelled jobs can be retried. */
export const jobNotRetryable = (): DomainError =>
  new DomainError('conflict', 'job_not_retryable', 'Only a job that has failed or was cancelled can be tried again.');

/** Another job with the same key is waiting or running. */
export const jobAlreadyLive = (): DomainError =>
  new DomainError('conflict', 'job_already_live', 'The same work is waiting or running already, as another job.');

/** A job that has ended cannot be cancelled or brought forward. */
export const jobIsOver = (): DomainError => new DomainError('conflict', 'job_is_over', 'The job is over already.');
