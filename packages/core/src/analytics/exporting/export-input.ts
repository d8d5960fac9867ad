import type { ReportListInput } from '../use-cases/report-reading.ts';
import type { ExportType } from './sources.ts';

/** Input of an export job; stored as JSON. */
export type ExportInput = {
  readonly type: ExportType;
  readonly question: ReportListInput;
  /** Whether to mail the requesting user on completion. */
  readonly email: boolean;
  /** Base URL of downloads: the address of the admin pages. */
  readonly pages: string;
  /** `2025-01-01-to-2025-01-31`; null unless both ends were given. */
  readonly dateRange: string | null;
};

/** Progress of an export job. */
export type ExportPlace = {
  /** The run that writes the part file; each run has its own. */
  readonly run: number;
  readonly part: string;
  /** Name of the key file; null if rows are read by page number. */
  readonly keys: string | null;
  /** Processed bytes of the key file, or processed pages. */
  readonly at: number;
  /** Bytes of the part file up to the last complete page. */
  readonly size: number;
  readonly isMailed?: true;
};

/** Result of an export job. */
export type ExportResult = {
  readonly file: string;
  /** Removal time in ISO format. */
  readonly until: string;
};

/** Published export id of a job id. */
export const exportIdOf = (jobId: string): string => jobId.replaceAll('-', '');

/** Job id of an export; undefined for an invalid export id. */
export const jobIdOf = (exportId: string): string | undefined =>
  /^[0-9a-f]{32}$/.test(exportId) ? exportId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined;

/** File name in the download URL. */
export const fileNameOf = (type: string, jobId: string): string => `shop-${type}-report-export-${exportIdOf(jobId)}`;

/** Whether a name has the form of an export file name. */
export const isExportFile = (name: string): boolean => /^shop-[a-z]{1,40}-report-export-[a-z0-9]{1,64}$/.test(name);
