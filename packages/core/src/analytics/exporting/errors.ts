import { DomainError } from '../../kernel/errors.ts';

export const noSuchExportType = (): DomainError =>
  new DomainError('not-found', 'shop_admin_reports_export_invalid_type', 'There is no such report to export.');

export const noSuchExport = (): DomainError =>
  new DomainError('not-found', 'shop_admin_reports_export_invalid_id', 'There is no such export.');

/** The file does not exist or has expired. */
export const exportFileGone = (): DomainError =>
  new DomainError(
    'not-found',
    'shop_admin_reports_export_file_gone',
    'This file is not there any more: files of reports are kept for one week. Export the report again.',
  );
