import type { JsonObject } from '../../jobs/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import { loadCatalogue } from '../../marketplace/index.ts';
import type { ExtensionPorts } from '../ports.ts';
import { activateExtension } from './activate.ts';
import { installExtension } from './install.ts';

/** What is done with each extension. */
export interface SetupPlan {
  readonly installs: boolean;
  readonly activates: boolean;
}

/** Progress of one extension. An activation begins at `installed`. */
export const setupStatuses = ['pending', 'installing', 'installed', 'activated', 'failed'] as const;
/** One of `setupStatuses`. */
export type SetupStatus = (typeof setupStatuses)[number];

/** State of one extension; stored as JSON. */
export interface SetupState extends JsonObject {
  readonly status: SetupStatus;
  /** Why it has failed. */
  readonly errors: readonly string[];
  readonly isInstalled: boolean;
  /** Milliseconds that its installation took; null if it was installed before. */
  readonly duration: number | null;
}

/** The states by slug, in the order of the work. */
export type SetupStates = Readonly<Record<string, SetupState>>;

/** Before the work. */
export const pendingState: SetupState = { status: 'pending', errors: [], isInstalled: false, duration: null };

/** Transient faults of the database; the step is repeated. */
const transient: readonly string[] = ['busy', 'database_unavailable', 'commit_unknown', 'storage_full'];

/** The states before the work: extensions with a smaller priority number of the catalogue first, then by slug. */
export async function pendingStates(ports: ExtensionPorts, slugs: readonly string[]): Promise<SetupStates> {
  const { products } = await loadCatalogue(ports);
  const priorities = new Map(products.map(({ slug, installPriority }) => [slug, installPriority]));
  const last = Number.MAX_SAFE_INTEGER;
  const sorted = slugs.toSorted((a, b) => (priorities.get(a) ?? last) - (priorities.get(b) ?? last));
  return Object.fromEntries(sorted.map((slug) => [slug, pendingState]));
}

/** Whether nothing is left to do for an extension. */
export const isSetUp = ({ status }: SetupState, { activates }: SetupPlan): boolean =>
  status === 'failed' || status === (activates ? 'activated' : 'installed');

/** The next extension with work left; undefined at the end. */
export const nextSlug = (states: SetupStates, plan: SetupPlan): string | undefined =>
  Object.entries(states).find(([, state]) => !isSetUp(state, plan))?.[0];

/**
 * Does the next step of one extension: `installing` is a step of its own, so that it can be seen. A refusal becomes part of the
 * state; a repeated step has no further effect.
 * @throws DomainError for transient faults of the database
 */
export async function stepOf(
  ports: ExtensionPorts,
  plan: SetupPlan,
  { slug, state }: { readonly slug: string; readonly state: SetupState },
): Promise<SetupState> {
  if (state.status === 'pending' && plan.installs) return { ...state, status: 'installing' };
  try {
    if (state.status === 'installing') return await install(ports, slug, state);
    await activateExtension(ports, slug);
    return { ...state, status: 'activated' };
  } catch (error) {
    if (error instanceof DomainError && transient.includes(error.code)) throw error;
    return { ...state, status: 'failed', errors: [reasonOf(ports, slug, error)] };
  }
}

async function install(ports: ExtensionPorts, slug: string, state: SetupState): Promise<SetupState> {
  const { clock } = ports;
  const begun = clock.now().getTime();
  const isNew = await installExtension(ports, slug);
  const duration = isNew ? clock.now().getTime() - begun : state.duration;
  return { ...state, status: 'installed', isInstalled: true, duration };
}

function reasonOf({ log }: ExtensionPorts, slug: string, error: unknown): string {
  if (error instanceof DomainError) return error.message;
  log.error('extension not set up', error, { slug });
  return 'Something went wrong; the log of the server has details.';
}

/** Does all steps at once. */
export async function setUp(ports: ExtensionPorts, plan: SetupPlan, slugs: readonly string[]): Promise<SetupStates> {
  let states = await pendingStates(ports, slugs);
  for (let slug = nextSlug(states, plan); slug !== undefined; slug = nextSlug(states, plan)) {
    const state = await stepOf(ports, plan, { slug, state: states[slug] as SetupState });
    states = { ...states, [slug]: state };
  }
  return states;
}
