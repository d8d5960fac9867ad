import type { AuditDetails } from '../../kernel/audit.ts';
import type { RunContext } from '../../kernel/use-case.ts';
import type { InventoryPorts } from '../ports.ts';
import type { Gathered } from './gather.ts';
import { type ImportOptions, type ImportReport, ImportReportBuilder } from './report.ts';

/** Rolls back a unit of work and carries its report. */
class ImportRolledBack extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('The import is to have no effect.');
    this.report = report;
  }
}

/** One import: its rows, options and writer. */
export interface Import<L> {
  /** Type of the imported records, for the audit record. */
  readonly type: 'items' | 'operations';
  readonly gathered: Gathered<L>;
  readonly options: ImportOptions;
  /** Called again when the unit of work is retried after a conflict. */
  write(reportBuilder: ImportReportBuilder): Promise<void>;
}

/**
 * Writes an import in one unit of work. A dry run is rolled back, and so is an import with a failed row unless failed
 * rows are skipped. A dry run does not claim the caller's idempotency key.
 * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
 */
export async function importInOneUnit<L>(
  ports: InventoryPorts,
  { note, inUnit }: RunContext,
  { type, gathered, options, write }: Import<L>,
): Promise<ImportReport> {
  const work = async (): Promise<ImportReport> => {
    const reportBuilder = new ImportReportBuilder(gathered.total, gathered.failed, gathered.faults);
    await ports.imports.holdImports();
    await write(reportBuilder);
    const report = reportBuilder.build(options);
    const isRolledBack = report.dryRun || (options.onError !== 'skip' && report.failed > 0);
    if (isRolledBack) throw new ImportRolledBack(report);
    note(factsOfImport(type, report));
    return report;
  };
  try {
    return await (options.dryRun ? ports.unitOfWork.run(work) : inUnit(work));
  } catch (error) {
    if (!(error instanceof ImportRolledBack)) throw error;
    note(factsOfImport(type, error.report));
    return error.report;
  }
}

/** Audited counts of an import; a dry run has no audit record. */
const factsOfImport = (type: string, { dryRun, ...report }: ImportReport): AuditDetails => {
  const counts = (['total', 'created', 'updated', 'unchanged', 'failed', 'operations'] as const).map(
    (name) => [name, { from: null, to: report[name] }] as const,
  );
  return {
    target: { type: 'import', id: type },
    changes: Object.fromEntries(counts),
    ...(dryRun && { isIdle: true }),
  };
};
