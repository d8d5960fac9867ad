import type { AllKeys } from '../engine/pinned.ts';
import type { DownloadReportEntry } from '../report-entries.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import { downloadsReport } from '../reports/downloads.ts';
import { type ReportList, reportList } from './report-list.ts';
import { jsonOf, textOf } from './row-values.ts';
import { listKeys, type ReportListInput, runList } from './run-list.ts';

/**
 * Lists individual downloads; the last week unless a range is given.
 * @throws DomainError `validation_failed`
 */
export const listDownloadsReport: ReportList<ReportListInput, DownloadReportEntry> = reportList(
  async (ports, input) => {
    const { rows, total } = await runList(ports, downloadsReport, input);
    return { entries: rows.map(entryOf), total };
  },
);

/** Returns the keys of all listed downloads, in order. */
export const downloadKeys = (ports: ReportPorts, input: ReportListInput): Promise<AllKeys> =>
  listKeys(ports, downloadsReport, input);

function entryOf(row: ReportRow): DownloadReportEntry {
  const isKnown = row['record.id'] !== null;
  return {
    id: Number(row.id),
    productId: Number(row.product_id),
    orderId: Number(row.order_id),
    orderNumber: isKnown ? (textOf(row['record.number']) ?? String(row.order_id)) : null,
    userId: row.user_id === null ? null : Number(row.user_id),
    username: textOf(row['buyer.username']),
    fileId: String(row.file_id),
    file: fileOf(jsonOf(row['product.files']), row.file_id),
    at: String(row.at),
    atUtc: String(row.at_utc),
    ipAddress: String(row.ip_address),
  };
}

/** Current file of the download in its product; empty if removed. */
function fileOf(files: unknown, id: ReportRow[string] | undefined): string {
  const known = Array.isArray(files) ? (files as readonly { readonly id?: unknown; readonly file?: unknown }[]) : [];
  const file = known.find((each) => each?.id === id)?.file;
  return typeof file === 'string' ? file : '';
}
