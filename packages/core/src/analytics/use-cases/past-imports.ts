import { isLive, type Job, submitJob } from '../../jobs/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { FactImportPorts, ImportCounts, ImportMemory, ImportSelection } from '../import-ports.ts';
import { PAST_IMPORT_KEY, type PastImportInput, pastImport } from '../imports/past-import.ts';

/** Which past an import takes up. */
export interface PastImportSelection {
  /** What was made or registered since the beginning, in UTC, of the day so many days ago; all of it unless given. */
  readonly days?: number;
  /** Only what has no facts yet. */
  readonly skipExisting?: boolean;
}

/** Whether work was asked for, or had been before. */
export interface PastImportBegun {
  readonly isNew: boolean;
}

/** How far the import of the past is. */
export interface PastImportStatus {
  readonly isImporting: boolean;
  /** Undefined before the first import. */
  readonly memory: ImportMemory | undefined;
}

const DAY = 24 * 3_600_000;
/** Nothing was sold before. */
const FIRST_DAY = new Date('0001-01-01T00:00:00Z');

function selectionOf({ clock }: FactImportPorts, { days, skipExisting = false }: PastImportSelection): ImportSelection {
  if (days === undefined) return { from: undefined, skipExisting };
  const day = Math.floor(clock.now().getTime() / DAY) - days;
  return { from: new Date(Math.max(day * DAY, FIRST_DAY.getTime())), skipExisting };
}

const livePast = ({ jobs }: FactImportPorts): Promise<Job | undefined> => jobs.live(pastImport.name, PAST_IMPORT_KEY);

const inputOf = (job: Job | undefined): PastImportInput | undefined => job?.input as PastImportInput | undefined;

/** Ends the import or the deletion that is under way, inside the surrounding unit of work, and gives it unless it was over. */
async function endPast(
  { jobs, jobQueue, unitOfWork, clock }: FactImportPorts,
  live: Job | undefined,
): Promise<Job | undefined> {
  if (!live) return undefined;
  const changes = { state: 'cancelled', endedAt: clock.now(), failures: 0, notBefore: null } as const;
  const ended = await jobs.change({ id: live.id, states: ['waiting', 'running'] }, changes);
  if (ended) unitOfWork.afterCommit(() => jobQueue.send(ended));
  return ended;
}

const begin = (ports: FactImportPorts, actor: Actor, input: PastImportInput) =>
  submitJob(ports, { kind: pastImport, key: PAST_IMPORT_KEY, input, userId: actor.userId ?? null });

/**
 * Asks for the facts of the past to be made, in the background; nothing is begun while an import is under way. A deletion that
 * is under way is finished first, as a part of it.
 */
export const importPast = useCase(
  { access: 'manage_store', effect: 'write', audit: 'analytics.import' },
  (ports: FactImportPorts) =>
    async (actor, asked: PastImportSelection, { note }): Promise<PastImportBegun> => {
      note({ target: { type: 'analytics', id: 'all' } });
      const live = await livePast(ports);
      if (inputOf(live)?.imports) return refused(note);
      const selection = selectionOf(ports, asked);
      const totals = await ports.importSource.totals(selection);
      const removal = await endPast(ports, live);
      const { job, isNew } = await begin(ports, actor, {
        removes: removal !== undefined,
        imports: true,
        from: selection.from?.toISOString() ?? null,
        skipExisting: selection.skipExisting,
        total: totals.customers + totals.orders,
      });
      // Of two at once, one begins.
      if (!isNew) return refused(note);
      await ports.importLog.begin(job.id, totals, selection.from ?? null);
      // Whatever failed before is looked at again.
      if (selection.from === undefined && !selection.skipExisting) await ports.importLog.forgetOverflow();
      return { isNew };
    },
);

function refused(note: (facts: { readonly isIdle: boolean }) => void): PastImportBegun {
  note({ isIdle: true });
  return { isNew: false };
}

/** Drops the import or the deletion that is waiting or under way; what it did stays. */
export const cancelPastImport = useCase(
  { access: 'manage_store', effect: 'write', audit: 'analytics.import_cancel' },
  (ports: FactImportPorts) =>
    async (_, __: object, { note }): Promise<PastImportBegun> => {
      const ended = await endPast(ports, await livePast(ports));
      note({ target: { type: 'analytics', id: 'all' }, isIdle: ended === undefined });
      return { isNew: ended !== undefined };
    },
);

/** Drops an import that is under way, has all facts deleted in the background, and forgets how far the last import was. */
export const deleteFacts = useCase(
  { access: 'manage_store', effect: 'write', audit: 'analytics.delete', runsLong: true },
  (ports: FactImportPorts) =>
    async (actor, _: object, { note }): Promise<PastImportBegun> => {
      note({ target: { type: 'analytics', id: 'all' } });
      await endPast(ports, await livePast(ports));
      await ports.importLog.forget();
      const { isNew } = await begin(ports, actor, {
        ...{ removes: true, imports: false, from: null, skipExisting: false, total: 0 },
      });
      return { isNew };
    },
);

/** Tells how far the import of the past is, or how far the last one came. */
export const readImportStatus = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: FactImportPorts) =>
    async (_, __: object): Promise<PastImportStatus> => {
      const live = await livePast(ports);
      const isImporting = live !== undefined && isLive(live.state) && inputOf(live)?.imports === true;
      return { isImporting, memory: await ports.importLog.memory() };
    },
);

/** Tells what an import with such a selection would process. */
export const readImportTotals = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: FactImportPorts) =>
    async (_, asked: PastImportSelection): Promise<ImportCounts> =>
      ports.importSource.totals(selectionOf(ports, asked)),
);
