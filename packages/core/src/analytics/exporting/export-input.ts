import type { ReportListInput } from '../use-cases/run-list.ts';
import type { ExportType } from './sources.ts';

/** What an export was asked for with; it waits as JSON. */
export type ExportInput = {
  readonly type: ExportType;
  readonly question: ReportListInput;
  /** Whether whoever asked is to have a mail at the end. */
  readonly email: boolean;
  /** Where files are fetched: the address of the pages for people. */
  readonly pages: string;
  /** `2025-01-01-to-2025-01-31`, where both ends were asked for. */
  readonly dateRange: string | null;
};

/** How far an export is. */
export type ExportPlace = {
  /** The run that writes the file; another one writes to a file of its own. */
  readonly run: number;
  readonly part: string;
  /** The file of the keys of all rows; null where rows are told by number. */
  readonly keys: string | null;
  /** So many bytes of the keys are done, or so many pages. */
  readonly at: number;
  /** So many bytes of the file are finished pages. */
  readonly size: number;
  readonly isMailed?: true;
};

/** What came of an export. */
export type ExportResult = {
  readonly file: string;
  /** When it is removed, in ISO form. */
  readonly until: string;
};

/** The id of an export, as it is published, of the id of its job. */
export const exportIdOf = (jobId: string): string => jobId.replaceAll('-', '');

/** The id of the job of an export; undefined for what cannot be one. */
export const jobIdOf = (exportId: string): string | undefined =>
  /^[0-9a-f]{32}$/.test(exportId) ? exportId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined;

/** What a file is called in its address. */
export const fileNameOf = (type: string, jobId: string): string => `shop-${type}-report-export-${exportIdOf(jobId)}`;

/** What an address calls a file of this form. */
export const isExportFile = (name: string): boolean => /^shop-[a-z]{1,40}-report-export-[a-z0-9]{1,64}$/.test(name);
