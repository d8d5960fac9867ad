import { DomainError } from '../../kernel/errors.ts';

/** No report of this name is exported. */
export const noSuchExportType = (): DomainError =>
  new DomainError('not-found', 'shop_admin_reports_export_invalid_type', 'There is no such report to export.');

/** No export of this report has that id. */
export const noSuchExport = (): DomainError =>
  new DomainError('not-found', 'shop_admin_reports_export_invalid_id', 'There is no such export.');

/** The file is not there, or not any more. */
export const exportFileGone = (): DomainError =>
  new DomainError(
    'not-found',
    'shop_admin_reports_export_file_gone',
    'This file is not there any more: files of reports are kept for one week. Export the report again.',
  );
