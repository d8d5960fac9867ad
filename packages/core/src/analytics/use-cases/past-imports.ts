import { isLive, type Job, submitJob } from '../../jobs/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { FactImportPorts, ImportCounts, ImportMemory, ImportSelection } from '../import-ports.ts';
import { PAST_IMPORT_KEY, type PastImportInput, pastImport } from '../imports/past-import.ts';

/** Selection of an import of past data. */
export interface PastImportSelection {
  /** Only records created or registered since 00:00 UTC this many days ago; all by default. */
  readonly days?: number;
  /** Only records without facts. */
  readonly skipExisting?: boolean;
}

/** Whether the call had an effect. */
export interface PastImportBegun {
  readonly isNew: boolean;
}

/** Progress of the current or last import. */
export interface PastImportStatus {
  readonly isImporting: boolean;
  /** Undefined before the first import. */
  readonly memory: ImportMemory | undefined;
}

const DAY = 24 * 3_600_000;
/** Lower bound of import ranges. */
const FIRST_DAY = new Date('0001-01-01T00:00:00Z');

function selectionOf({ clock }: FactImportPorts, { days, skipExisting = false }: PastImportSelection): ImportSelection {
  if (days === undefined) return { from: undefined, skipExisting };
  const day = Math.floor(clock.now().getTime() / DAY) - days;
  return { from: new Date(Math.max(day * DAY, FIRST_DAY.getTime())), skipExisting };
}

const livePast = ({ jobs }: FactImportPorts): Promise<Job | undefined> => jobs.live(pastImport.name, PAST_IMPORT_KEY);

const inputOf = (job: Job | undefined): PastImportInput | undefined => job?.input as PastImportInput | undefined;

/** Cancels the live import or deletion in the surrounding unit of work; returns it unless it had already ended. */
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
 * Starts a background import of past data, unless one is already live. A live deletion is cancelled and completed as
 * the first stage of the import.
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
      // Of two concurrent calls, only one starts an import.
      if (!isNew) return refused(note);
      await ports.importLog.begin(job.id, totals, selection.from ?? null);
      // A full import retries all earlier failures.
      if (selection.from === undefined && !selection.skipExisting) await ports.importLog.forgetOverflow();
      return { isNew };
    },
);

function refused(note: (facts: { readonly isIdle: boolean }) => void): PastImportBegun {
  note({ isIdle: true });
  return { isNew: false };
}

/** Cancels the waiting or running import or deletion; completed work is kept. */
export const cancelPastImport = useCase(
  { access: 'manage_store', effect: 'write', audit: 'analytics.import_cancel' },
  (ports: FactImportPorts) =>
    async (_, __: object, { note }): Promise<PastImportBegun> => {
      const ended = await endPast(ports, await livePast(ports));
      note({ target: { type: 'analytics', id: 'all' }, isIdle: ended === undefined });
      return { isNew: ended !== undefined };
    },
);

/** Cancels a live import, starts the deletion of all facts in the background, and resets the progress of imports. */
export const deleteFacts = useCase(
  { access: 'manage_store', effect: 'write', audit: 'analytics.delete', runsLong: true },
  (ports: FactImportPorts) =>
    async (actor, _: object, { note }): Promise<PastImportBegun> => {
      note({ target: { type: 'analytics', id: 'all' } });
      await endPast(ports, await livePast(ports));
      await ports.importLog.forget();
      const { isNew } = await begin(ports, actor, {
        removes: true,
        imports: false,
        from: null,
        skipExisting: false,
        total: 0,
      });
      return { isNew };
    },
);

/** Returns the progress of the current import, or of the last one. */
export const readImportStatus = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: FactImportPorts) =>
    async (_, __: object): Promise<PastImportStatus> => {
      const live = await livePast(ports);
      const isImporting = live !== undefined && isLive(live.state) && inputOf(live)?.imports === true;
      return { isImporting, memory: await ports.importLog.memory() };
    },
);

/** Counts the records that an import with this selection would process. */
export const readImportTotals = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: FactImportPorts) =>
    async (_, asked: PastImportSelection): Promise<ImportCounts> =>
      ports.importSource.totals(selectionOf(ports, asked)),
);
