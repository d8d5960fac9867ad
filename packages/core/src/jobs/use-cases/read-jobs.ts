import type { Page, PageRequest } from '../../kernel/page.ts';
import { type StatusTotals, statusTotals } from '../../kernel/records/status-totals.ts';
import { useCase } from '../../kernel/use-case.ts';
import { type JobState, jobStates } from '../job.ts';
import type { JobCountFilter, JobFilter, JobsPorts } from '../ports.ts';
import { demandVisible, type ShownJob, shown, visibleTo } from '../shown-job.ts';

/** Filter and page; the newest jobs come first. */
export interface ListJobsInput extends Pick<JobFilter, 'state' | 'kind'>, PageRequest {}

/**
 * Lists jobs, the newest first; without `manage_system` the exports and imports of the caller. Those in state `failed` are the
 * dead-letter queue.
 */
export const listJobs = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: JobsPorts) =>
    async (actor, { page, perPage, ...filter }: ListJobsInput): Promise<Page<ShownJob>> => {
      const { entries, total } = await ports.jobs.list({ ...filter, ...visibleTo(actor, ports) }, { page, perPage });
      return { entries: entries.map((job) => shown(ports, actor, job)), total };
    },
);

/** Counts jobs by state; without `manage_system` the exports and imports of the caller. */
export const countJobs = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: JobsPorts) =>
    async (actor, filter: Pick<JobCountFilter, 'kind'>): Promise<StatusTotals<JobState>> =>
      statusTotals(jobStates, await ports.jobs.countByState({ ...filter, ...visibleTo(actor, ports) })),
);

/**
 * Reads one job; without `manage_system` an export or import of the caller.
 * @throws DomainError `job_not_found`
 */
export const showJob = useCase(
  { access: 'manage_store', effect: 'read', refusals: { 'not-found': ['job_not_found'] } },
  (ports: JobsPorts) =>
    async (actor, { id }: { readonly id: string }): Promise<ShownJob> =>
      shown(ports, actor, await demandVisible(ports, actor, id)),
);
