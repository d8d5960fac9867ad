import type { Actor } from '../../kernel/actor.ts';
import { type RunContext, useCase } from '../../kernel/use-case.ts';
import { activateJob, installAndActivateJob, installJob, type SetupKind } from '../jobs/setup-jobs.ts';
import type { ExtensionPorts } from '../ports.ts';
import { isWorking } from '../setup/is-working.ts';
import { type SetupStates, setUp } from '../setup/set-up.ts';
import { hasFailed, type SetupJobReport, submitSetup } from '../setup/setup-job.ts';
import { slugsIn } from '../setup/slugs.ts';

/** Extensions to set up, by names that are reduced to slugs. */
export interface SetupNames {
  readonly plugins?: readonly string[] | undefined;
}

/** Extensions, and whether a job sets them up. */
export interface SetupRequest extends SetupNames {
  readonly async: boolean;
}

/** What became of each extension. */
export interface SetupDone {
  readonly kind: 'done';
  readonly states: SetupStates;
  /** All activated extensions, failed ones left out. */
  readonly active: readonly string[];
}

/** The outcome, or the job that has been submitted. */
export type SetupOutcome = SetupDone | { readonly kind: 'submitted'; readonly report: SetupJobReport };

interface Setup {
  readonly kind: SetupKind;
  readonly actor: Actor;
  readonly context: RunContext;
}

async function setUpNow(ports: ExtensionPorts, given: SetupNames, { kind, context }: Setup): Promise<SetupDone> {
  const slugs = slugsIn(given.plugins);
  const target = { type: 'extension', id: slugs.join(',') };
  context.note({ target });
  const before = await ports.extensions.list();
  const states = await setUp(ports, kind.plan, slugs);
  const after = await ports.extensions.list();
  const stateBefore = before.map(({ slug, state }) => `${slug} ${state}`);
  const changed = after.filter(({ slug, state }) => slugs.includes(slug) && !stateBefore.includes(`${slug} ${state}`));
  const changes = Object.fromEntries(changed.map(({ slug, state }) => [slug, { from: null, to: state }]));
  const isIdle = changed.length === 0 && !hasFailed(states);
  context.note({ target, changes, isIdle, ...(hasFailed(states) && { reason: 'some_failed' }) });
  return { kind: 'done', states, active: after.filter(isWorking).map(({ slug }) => slug) };
}

async function submit(ports: ExtensionPorts, given: SetupNames, { kind, actor, context }: Setup) {
  const slugs = slugsIn(given.plugins);
  return context.inUnit(async () => {
    const { report, isNew } = await submitSetup(ports, kind, { slugs, userId: actor.userId });
    const changes = { plugins: { from: null, to: slugs.join(',') } };
    context.note({ target: { type: 'job', id: report.jobId }, changes, isIdle: !isNew });
    return report;
  });
}

const nowOrLater =
  (kind: SetupKind) =>
  (ports: ExtensionPorts) =>
  async (actor: Actor, { async: isLater, ...given }: SetupRequest, context: RunContext): Promise<SetupOutcome> =>
    isLater
      ? { kind: 'submitted', report: await submit(ports, given, { kind, actor, context }) }
      : setUpNow(ports, given, { kind, actor, context });

const declared = {
  access: 'manage_extensions',
  effect: 'write',
  transaction: 'own',
  repeats: 'marked',
  runsLong: true,
} as const;

/**
 * Installs extensions from the catalogue, now or by a job; installed ones stay as they are. The refusal of one is part of the
 * outcome, and does not stop the others.
 * @throws DomainError `shop_rest_invalid_plugins`
 */
export const installExtensions = useCase(
  { ...declared, audit: 'extension.install', refusals: { malformed: ['shop_rest_invalid_plugins'] } },
  nowOrLater(installJob),
);

/**
 * Activates installed extensions, now or by a job; active ones stay as they are. The refusal of one is part of the outcome.
 * @throws DomainError `shop_rest_invalid_plugins`
 */
export const activateExtensions = useCase(
  { ...declared, audit: 'extension.activate', refusals: { malformed: ['shop_rest_invalid_plugins'] } },
  nowOrLater(activateJob),
);

/**
 * Installs extensions and activates those that are installed then. The refusal of one is part of the outcome.
 * @throws DomainError `shop_rest_invalid_plugins`
 */
export const installAndActivate = useCase(
  { ...declared, audit: 'extension.install', refusals: { malformed: ['shop_rest_invalid_plugins'] } },
  (ports: ExtensionPorts) => (actor, given: SetupNames, context) =>
    setUpNow(ports, given, { kind: installAndActivateJob, actor, context }),
);

/**
 * Submits a job that installs and activates extensions, or returns the one of the same set that is not over.
 * @throws DomainError `shop_rest_invalid_plugins`
 */
export const submitInstallAndActivate = useCase(
  {
    ...declared,
    repeats: 'answer',
    audit: 'extension.install',
    refusals: { malformed: ['shop_rest_invalid_plugins'] },
  },
  (ports: ExtensionPorts) => (actor, given: SetupNames, context) =>
    submit(ports, given, { kind: installAndActivateJob, actor, context }),
);
