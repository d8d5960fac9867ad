import { FILE_LIFETIME, type FilePorts, type OpenedFile, openSigned, type SignedFileInput } from '../../files/index.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import { exportFileGone } from '../exporting/errors.ts';
import { isExportFile } from '../exporting/export-input.ts';

/**
 * Opens the file of an export for a caller with its signed URL, or with access to reports.
 * @throws DomainError `unauthenticated`, `forbidden`, `shop_admin_reports_export_file_gone`
 */
export const openExport: UseCase<FilePorts, SignedFileInput, OpenedFile> = useCase(
  {
    access: 'anyone',
    effect: 'read',
    refusals: { 'not-found': ['shop_admin_reports_export_file_gone'] },
  },
  (ports) => (actor, input) =>
    openSigned(ports, actor, {
      input,
      kind: { isName: isExportFile, suffix: '.csv', lifetime: FILE_LIFETIME, gone: exportFileGone },
    }),
);
