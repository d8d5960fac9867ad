import type { Job, JobFault } from '../../jobs/index.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import { downloadUrl } from '../exporting/address.ts';
import { noSuchExport } from '../exporting/errors.ts';
import { type ExportInput, type ExportResult, jobIdOf } from '../exporting/export-input.ts';
import type { ExportPorts } from '../exporting/ports.ts';
import { runExport } from '../exporting/run-export.ts';

/** Progress of an export. */
export interface ExportStatus {
  readonly type: string;
  readonly exportId: string;
  /** 0 to 100; 100 only when the file is complete. */
  readonly percent: number;
  readonly url: string | undefined;
  /** Error, if the export failed or was cancelled. */
  readonly fault: JobFault | undefined;
}

/** Identifies an export of a report. */
export interface ExportInputId {
  readonly type: string;
  readonly exportId: string;
}

/**
 * Returns the progress of an export, and the download URL when it is complete.
 * @throws DomainError `shop_admin_reports_export_invalid_id`
 */
export const readExport: UseCase<ExportPorts, ExportInputId, ExportStatus> = useCase(
  { access: 'manage_store', effect: 'read', refusals: { 'not-found': ['shop_admin_reports_export_invalid_id'] } },
  ({ jobs, signatures }) =>
    async (_, { type, exportId }) => {
      const id = jobIdOf(exportId);
      const job = id === undefined ? undefined : await jobs.find(id);
      const input = job?.input as ExportInput | undefined;
      if (!job || !input || job.kind !== runExport.name || input.type !== type) throw noSuchExport();
      const result = job.state === 'done' ? (job.result as ExportResult | null) : null;
      const url = result ? downloadUrl(signatures, { id: job.id, input }, new Date(result.until)) : undefined;
      return { type, exportId, percent: percentOf(job), url, fault: faultOf(job) };
    },
);

function percentOf({ state, done, total }: Job): number {
  if (state === 'done') return 100;
  return total === null || total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
}

function faultOf({ state, error }: Job): JobFault | undefined {
  if (state === 'cancelled') return { code: 'export_cancelled', message: 'The export was cancelled.' };
  return state === 'failed' ? (error ?? { code: 'export_failed', message: 'The export has failed.' }) : undefined;
}
