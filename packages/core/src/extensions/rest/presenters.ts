import type { SetupDone, SetupJobReport, SetupOutcome, SetupState, SetupStates } from '../index.ts';

type Chosen = (state: SetupState) => boolean;

const isInstalled: Chosen = (state) => state.isInstalled;

const slugsOf = (states: SetupStates, chosen: Chosen): readonly string[] =>
  Object.entries(states).flatMap(([slug, state]) => (chosen(state) ? [slug] : []));

/** Reasons of failures by slug. */
const errorsOf = (states: SetupStates, chosen: Chosen = () => true) => ({
  errors: Object.fromEntries(
    Object.entries(states).flatMap(([slug, state]) =>
      state.status === 'failed' && chosen(state) ? [[slug, state.errors]] : [],
    ),
  ),
  error_data: {},
});

const resultsOf = (states: SetupStates) => ({
  installed: slugsOf(states, isInstalled),
  results: Object.fromEntries(Object.entries(states).map(([slug, state]) => [slug, isInstalled(state)])),
});

const durationsOf = (states: SetupStates) =>
  Object.fromEntries(
    Object.entries(states).flatMap(([slug, { duration }]) => (duration === null ? [] : [[slug, duration]])),
  );

const isAll = (states: SetupStates): boolean => Object.values(states).every(({ status }) => status !== 'failed');

const submitted = ({ jobId, slugs }: SetupJobReport, message: string) => ({
  data: { job_id: jobId, plugins: slugs },
  message,
});

/** The outcome of an installation. */
export function presentInstallation(outcome: SetupOutcome): object {
  if (outcome.kind === 'submitted') return submitted(outcome.report, 'The installation has been submitted.');
  const { states } = outcome;
  const success = isAll(states);
  return {
    data: { ...resultsOf(states), install_time: durationsOf(states) },
    errors: errorsOf(states),
    success,
    message: success ? 'The extensions are installed.' : 'Some extensions could not be installed.',
  };
}

/** The outcome of an activation. */
export function presentActivation(outcome: SetupOutcome): object {
  if (outcome.kind === 'submitted') return submitted(outcome.report, 'The activation has been submitted.');
  const { states, active } = outcome;
  const success = isAll(states);
  return {
    data: { activated: slugsOf(states, ({ status }) => status === 'activated'), active },
    errors: errorsOf(states),
    success,
    message: success ? 'The extensions are activated.' : 'Some extensions could not be activated.',
  };
}

/** The outcome of an installation with activation. */
export const presentBoth = ({ states, active }: SetupDone) => ({
  install: {
    ...resultsOf(states),
    errors: errorsOf(states, (state) => !isInstalled(state)),
    time: durationsOf(states),
  },
  activate: {
    activated: slugsOf(states, ({ status }) => status === 'activated'),
    active,
    errors: errorsOf(states, isInstalled),
  },
});

/** A job of a list. */
export const presentJob = ({ jobId, slugs, status }: SetupJobReport) => ({ job_id: jobId, plugins: slugs, status });

/** A job with the state of each extension, when it has begun. */
export const presentProgress = ({ jobId, status, states }: SetupJobReport) => ({
  job_id: jobId,
  status,
  ...(states && { plugins: mapped(states, presentState) }),
});

/** A submitted job, of which all extensions are pending until it has begun. */
export const presentSubmitted = (report: SetupJobReport) => ({
  ...presentProgress(report),
  plugins: report.states
    ? mapped(report.states, presentState)
    : Object.fromEntries(report.slugs.map((slug) => [slug, { status: 'pending', errors: [] }])),
});

const presentState = ({ status, errors, duration }: SetupState) => ({
  status,
  errors,
  ...(duration !== null && { install_duration: duration }),
});

const mapped = <T>(states: SetupStates, present: (state: SetupState) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(states).map(([slug, state]) => [slug, present(state)]));
