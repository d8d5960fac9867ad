import type { Actor } from '../../kernel/actor.ts';
import { answerOnce } from '../../kernel/once.ts';
import type { InventoryPorts } from '../ports.ts';
import type { Gathered } from './gather.ts';
import { type ImportOptions, type ImportReport, Tally } from './report.ts';

/** Ends a unit of work that is not to have any effect, and carries what was found out. */
class Undone extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('The import is to have no effect.');
    this.report = report;
  }
}

/** One import: what was read, how it is meant, and how it is written. */
export interface Import<L> {
  readonly gathered: Gathered<L>;
  readonly options: ImportOptions;
  /** Called again when the unit of work collided with other work. */
  write(tally: Tally): Promise<void>;
}

/**
 * Writes an import in one unit of work. A dry run does the same and undoes it, and so does an import of which a row failed,
 * unless it is to be skipped. A request that was made before with the same key gets the report of then.
 * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
 */
export async function importInOneUnit<L>(ports: InventoryPorts, actor: Actor, each: Import<L>): Promise<ImportReport> {
  const { options, gathered } = each;
  const { once: _, ...withoutKey } = actor;
  const work = async (): Promise<ImportReport> => {
    const tally = new Tally(gathered.total, gathered.failed, gathered.faults);
    await ports.imports.holdImports();
    await each.write(tally);
    const report = tally.report(options);
    const isNothing = report.dryRun || (options.onError !== 'skip' && report.failed > 0);
    if (isNothing) throw new Undone(report);
    return report;
  };
  try {
    return await ports.unitOfWork.run(async () => {
      const asker = options.dryRun ? withoutKey : actor;
      const { answer, replayed } = await answerOnce(ports, asker, { work, keep: (report) => report });
      return replayed ? { ...answer, replayed } : answer;
    });
  } catch (error) {
    if (error instanceof Undone) return error.report;
    throw error;
  }
}
