import { type Job, submitJob } from '../../jobs/index.ts';
import { inOrder, type SetupKind, type SetupPlace } from '../jobs/setup-jobs.ts';
import type { ExtensionPorts } from '../ports.ts';
import { isSetUp, pendingState, type SetupState, type SetupStates } from './set-up.ts';
import { jobKeyOf } from './slugs.ts';

/** A job as its readers see it. */
export interface SetupJobReport {
  /** 32 hexadecimal digits. */
  readonly jobId: string;
  readonly slugs: readonly string[];
  readonly status: 'pending' | 'in-progress' | 'complete' | 'failed' | 'canceled';
  /** In the order of the work; undefined before it has begun. */
  readonly states: SetupStates | undefined;
}

/**
 * Submits a job, or returns the one of the same set that is waiting or running, as part of the surrounding unit of work.
 * A job of the set that failed as a whole is of no effect on the new one, which finds what that one did.
 */
export async function submitSetup(
  ports: ExtensionPorts,
  kind: SetupKind,
  { slugs, userId }: { readonly slugs: readonly string[]; readonly userId: number | undefined },
): Promise<{ readonly report: SetupJobReport; readonly isNew: boolean }> {
  const request = { kind, input: { slugs }, key: jobKeyOf(ports, slugs), userId: userId ?? null };
  const { job, isNew } = await submitJob(ports, request);
  const report = reportOf(kind, job);
  if (isNew)
    ports.events.publish({ type: 'extension.install_requested', at: ports.clock.now(), slugs, jobId: report.jobId });
  return { report, isNew };
}

/** The report of a job. */
export function reportOf(kind: SetupKind, job: Job): SetupJobReport {
  const place = job.place as SetupPlace | null;
  const states = place === null ? undefined : inOrder(place);
  return {
    jobId: job.id.replaceAll('-', ''),
    slugs: (job.input as { readonly slugs: readonly string[] }).slugs,
    status: statusOf(job, states),
    states: job.state === 'failed' ? failedStates(kind, job, states) : states,
  };
}

function statusOf({ state }: Job, states: SetupStates | undefined): SetupJobReport['status'] {
  if (state === 'cancelled') return 'canceled';
  if (state === 'failed') return 'failed';
  if (state === 'done') return hasFailed(states ?? {}) ? 'failed' : 'complete';
  return state === 'waiting' && states === undefined ? 'pending' : 'in-progress';
}

/** Whether an extension could not be set up. */
export const hasFailed = (states: SetupStates): boolean =>
  Object.values(states).some(({ status }) => status === 'failed');

/** After the job was lost as a whole, all that it left undone has failed with its reason. */
function failedStates(kind: SetupKind, { input, error }: Job, states: SetupStates | undefined): SetupStates {
  const reason = error?.message ?? 'The job has failed.';
  const fail = (state: SetupState): SetupState =>
    isSetUp(state, kind.plan) ? state : { ...state, status: 'failed', errors: [reason] };
  const known =
    states ??
    Object.fromEntries((input as { readonly slugs: readonly string[] }).slugs.map((slug) => [slug, pendingState]));
  return Object.fromEntries(Object.entries(known).map(([slug, state]) => [slug, fail(state)]));
}

/** The id of a job as it is stored; undefined for a text that is none. */
export const storedId = (jobId: string): string | undefined =>
  /^[0-9a-f]{32}$/.test(jobId) ? jobId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : undefined;
