import type { Page, PageRequest } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchJob } from '../errors.ts';
import type { Job } from '../job.ts';
import type { JobFilter, JobsPorts } from '../ports.ts';

/** Filter and page; the newest jobs come first. */
export interface ListJobsInput extends JobFilter, PageRequest {}

/** Lists jobs, the newest first. Those in state `failed` are the dead-letter queue. */
export const listJobs = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ jobs }: JobsPorts) =>
    async (_, { page, perPage, ...filter }: ListJobsInput): Promise<Page<Job>> =>
      jobs.list(filter, { page, perPage }),
);

/**
 * Reads one job.
 * @throws DomainError `job_not_found`
 */
export const showJob = useCase(
  { access: 'manage_store', effect: 'read', refusals: { 'not-found': ['job_not_found'] } },
  ({ jobs }: JobsPorts) =>
    async (_, { id }: { readonly id: string }): Promise<Job> => {
      const job = await jobs.find(id);
      if (!job) throw noSuchJob();
      return job;
    },
);
