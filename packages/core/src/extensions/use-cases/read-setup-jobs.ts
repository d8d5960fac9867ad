import { type UseCase, useCase } from '../../kernel/use-case.ts';
import { setupJobUnknown } from '../errors.ts';
import { activateJob, installAndActivateJob, installJob, type SetupKind } from '../jobs/setup-jobs.ts';
import type { ExtensionPorts } from '../ports.ts';
import { reportOf, type SetupJobReport, storedId } from '../setup/setup-job.ts';

/** A job by its id. */
export interface SetupJobInput {
  readonly jobId: string;
}

type ReportPorts = Pick<ExtensionPorts, 'jobs' | 'clock'>;

/** How long jobs can be read: 7 days, in milliseconds. */
const LIFETIME = 7 * 24 * 3_600_000;
/** Maximum jobs of a list. */
const MOST_JOBS = 100;

const listOf = (kind: SetupKind): UseCase<ReportPorts, object, readonly SetupJobReport[]> =>
  useCase({ access: 'manage_extensions', effect: 'read' }, ({ jobs, clock }) => async () => {
    const { entries } = await jobs.list({ kind: kind.name }, { page: 1, perPage: MOST_JOBS });
    const oldest = clock.now().getTime() - LIFETIME;
    return entries.filter(({ createdAt }) => createdAt.getTime() > oldest).map((job) => reportOf(kind, job));
  });

const oneOf = (kind: SetupKind): UseCase<ReportPorts, SetupJobInput, SetupJobReport> =>
  useCase(
    {
      access: 'manage_extensions',
      effect: 'read',
      refusals: { 'not-found': ['shop_rest_job_not_found'] },
    },
    ({ jobs, clock }) =>
      async (_, { jobId }) => {
        const id = storedId(jobId);
        const job = id === undefined ? undefined : await jobs.find(id);
        const isOld = job !== undefined && job.createdAt.getTime() <= clock.now().getTime() - LIFETIME;
        if (job?.kind !== kind.name || isOld) throw setupJobUnknown();
        return reportOf(kind, job);
      },
  );

/** Lists the jobs of `installExtensions` of the last week, the newest first. */
export const listInstallJobs = listOf(installJob);
/**
 * Reads a job of `installExtensions`.
 * @throws DomainError `shop_rest_job_not_found`
 */
export const showInstallJob = oneOf(installJob);
/** Lists the jobs of `activateExtensions` of the last week, the newest first. */
export const listActivateJobs = listOf(activateJob);
/**
 * Reads a job of `activateExtensions`.
 * @throws DomainError `shop_rest_job_not_found`
 */
export const showActivateJob = oneOf(activateJob);
/**
 * Reads a job of `submitInstallAndActivate`.
 * @throws DomainError `shop_rest_job_not_found`
 */
export const showInstallAndActivateJob = oneOf(installAndActivateJob);
