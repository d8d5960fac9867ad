/** What an extension is; its version is 1.2.0 if none is named. */
export type ExtensionCondition =
  | 'absent'
  | 'inactive'
  | 'starting'
  | 'running'
  | 'inactive 1.3.0'
  | 'starting 1.3.0'
  | 'running 1.3.0';

/** Requests, with the condition of their extensions before and after. */
const works = {
  install: ['absent', 'inactive'],
  setUp: ['absent', 'running'],
  installLater: ['absent', 'inactive'],
  setUpLater: ['absent', 'running'],
  update: ['inactive', 'inactive 1.3.0'],
  updateActive: ['running', 'running 1.3.0'],
  updateBadly: ['running', 'running'],
  deactivate: ['running', 'inactive'],
  remove: ['inactive', 'absent'],
} as const satisfies Readonly<Record<string, readonly [ExtensionCondition, ExtensionCondition]>>;

/** One of `halt-at-step.ts`, whose name is that of the extension as well. */
export interface Step {
  readonly slug: string;
  readonly work: keyof typeof works;
  readonly before: ExtensionCondition;
  /** After a kill at the step. */
  readonly between: ExtensionCondition;
  /** After the request has been repeated, or its job has continued. */
  readonly after: ExtensionCondition;
  /** Whether a transaction is open. The embedded database has one at a time. */
  readonly inUnit: boolean;
}

type Work = readonly [name: Step['work'], between: ExtensionCondition, slugs: string, inUnits?: string];

const stepsOf = ([work, between, slugs, inUnits = '']: Work): readonly Step[] => {
  const [before, after] = works[work];
  const stepOf = (inUnit: boolean) => (slug: string) => ({ slug, work, before, between, after, inUnit });
  const listed = (text: string) => text.split(' ').filter((slug) => slug !== '');
  return [...listed(slugs).map(stepOf(false)), ...listed(inUnits).map(stepOf(true))];
};

const placing = 'folder download verify unpack unpacking unpacked rename renamed placed';
const loading = 'load loading listen loaded';

/** The steps of the requests to a server. */
export const serverSteps: readonly Step[] = (
  [
    ['install', 'absent', placing, 'record commit'],
    ['setUp', 'inactive', '', 'activate activating'],
    ['setUp', 'starting', loading, 'confirm'],
    ['setUpLater', 'inactive', 'checkpoint'],
    ['setUpLater', 'running', 'finish'],
    ['update', 'inactive', 'update-placed', 'update-record update-commit'],
    ['updateActive', 'starting 1.3.0', 'update-load'],
    ['updateBadly', 'starting 1.3.0', 'rollback', 'rollback-record'],
    ['updateBadly', 'starting', 'rollback-load'],
    ['deactivate', 'running', '', 'deactivate'],
    ['deactivate', 'inactive', 'unload'],
    ['remove', 'inactive', '', 'remove removed'],
    ['remove', 'absent', 'remove-folder remove-files'],
  ] as const
).flatMap(stepsOf);

/** The steps of jobs. */
export const workerSteps: readonly Step[] = (
  [
    ['installLater', 'absent', placing, 'record commit'],
    ['setUpLater', 'inactive', 'checkpoint', 'activate activating'],
    ['setUpLater', 'starting', loading, 'confirm'],
    ['setUpLater', 'running', 'finish'],
  ] as const
).flatMap(stepsOf);
