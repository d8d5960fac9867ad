import { type Actor, userIdOf } from '../kernel/actor.ts';
import { noSuchJob } from './errors.ts';
import { isLive, type Job, type JsonObject } from './job.ts';
import type { JobLinks } from './kind.ts';
import type { JobFilter, JobsPorts } from './ports.ts';

/** What can be done with a job. */
export const jobActions = ['retry', 'cancel', 'hasten'] as const;
/** One of `jobActions`. */
export type JobAction = (typeof jobActions)[number];

/** A job with what readers may see of its input and its result, and what the caller may do with it. */
export interface ShownJob extends Job {
  /** The members of the input that its kind declares as shown; null if there are none. */
  readonly asked: JsonObject | null;
  readonly links: JobLinks;
  readonly actions: readonly JobAction[];
}

type Kinds = Pick<JobsPorts, 'jobKinds'>;

const seesAll = ({ capabilities }: Actor): boolean => capabilities.has('manage_system');

/** The restriction of a list of jobs: without `manage_system` those of the caller, of kinds that are shown to who asked. */
export function visibleTo(actor: Actor, { jobKinds }: Kinds): JobFilter {
  if (seesAll(actor)) return {};
  const kinds = [...jobKinds.values()].filter(({ isOwn }) => isOwn).map(({ name }) => name);
  return { kinds, userId: userIdOf(actor) };
}

/**
 * Finds a job that the caller may see.
 * @throws DomainError `job_not_found`
 */
export async function demandVisible(ports: JobsPorts, actor: Actor, id: string): Promise<Job> {
  const job = await ports.jobs.find(id);
  const isOwn = () => job?.userId === actor.userId && ports.jobKinds.get(job?.kind ?? '')?.isOwn === true;
  if (!job || !(seesAll(actor) || isOwn())) throw noSuchJob();
  return job;
}

/** The job as the caller sees it. */
export function shown({ jobKinds }: Kinds, actor: Actor, job: Job): ShownJob {
  const kind = jobKinds.get(job.kind);
  const asked = Object.fromEntries(
    (kind?.shows ?? []).flatMap((name) => (Object.hasOwn(job.input, name) ? [[name, job.input[name] ?? null]] : [])),
  );
  return {
    ...job,
    asked: Object.keys(asked).length > 0 ? asked : null,
    // A signed address is a secret of the account that asked for the file.
    links: job.state === 'done' && job.userId === actor.userId ? (kind?.links(job) ?? {}) : {},
    actions: actionsOn(job, actor),
  };
}

function actionsOn({ state, notBefore }: Job, actor: Actor): readonly JobAction[] {
  if (!isLive(state)) return seesAll(actor) && state !== 'done' ? ['retry'] : [];
  const isDelayed = state === 'waiting' && notBefore !== null;
  return seesAll(actor) && isDelayed ? ['cancel', 'hasten'] : ['cancel'];
}
