import type { JobKind, JobOf, JobStep } from '../../jobs/index.ts';
import type { ExtensionPorts } from '../ports.ts';
import {
  isSetUp,
  nextSlug,
  pendingStates,
  type SetupPlan,
  type SetupState,
  type SetupStates,
  stepOf,
} from '../setup/set-up.ts';

/** Input of a job: sorted slugs. */
export type SetupInput = { readonly slugs: readonly string[] };
/** Checkpoint of a job. The order is a list, because members of stored JSON have none. */
export type SetupPlace = { readonly order: readonly string[]; readonly states: SetupStates };

type SetupJob = JobOf<SetupInput, SetupPlace>;
/** A kind of job that sets extensions up. */
export type SetupKind = JobKind<ExtensionPorts, SetupInput, SetupPlace> & { readonly plan: SetupPlan };

const setupKind = (name: string, plan: SetupPlan): SetupKind => ({
  name,
  plan,
  priority: 10,
  // Each lost worker counts; the next one goes on with the step that it left.
  attempts: 3,
  backoff: 2,
  inUnit: false,
  shows: ['slugs'],
  step: (ports) => (job) => takeStep(ports, plan, job),
});

/** Installs a set of extensions. */
export const installJob = setupKind('extension_install', { installs: true, activates: false });
/** Activates a set of extensions. */
export const activateJob = setupKind('extension_activate', { installs: false, activates: true });
/** Installs and activates a set of extensions. */
export const installAndActivateJob = setupKind('extension_install_activate', { installs: true, activates: true });

async function takeStep(
  ports: ExtensionPorts,
  plan: SetupPlan,
  { input, place, done }: SetupJob,
): Promise<JobStep<SetupPlace>> {
  const total = input.slugs.length;
  if (place === null) {
    const states = await pendingStates(ports, input.slugs);
    return { place: { order: Object.keys(states), states }, done, total };
  }
  const slug = nextSlug(inOrder(place), plan);
  if (slug === undefined) return { place, done: total, total, isFinished: true };
  const state = await stepOf(ports, plan, { slug, state: place.states[slug] as SetupState });
  const states = { ...place.states, [slug]: state };
  const isFinished = nextSlug(states, plan) === undefined;
  return { place: { order: place.order, states }, done: doneIn(states, plan), total, isFinished };
}

/** The states of a checkpoint in the order of the work. */
export const inOrder = ({ order, states }: SetupPlace): SetupStates =>
  Object.fromEntries(order.flatMap((slug) => (states[slug] ? [[slug, states[slug]] as const] : [])));

const doneIn = (states: SetupStates, plan: SetupPlan): number =>
  Object.values(states).filter((state) => isSetUp(state, plan)).length;
