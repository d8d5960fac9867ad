import { FILE_LIFETIME, type FilePorts, type FileStore, verifyAddress } from '../../files/index.ts';
import { demand } from '../../kernel/actor.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import { exportFileGone } from '../exporting/errors.ts';
import { isExportFile } from '../exporting/export-input.ts';

/** Unverified parts of a download URL. */
export interface OpenExportInput {
  readonly filename: string;
  readonly expires: string;
  readonly signature: string;
}

/** An export file ready for download. */
export interface ExportFile {
  readonly size: number;
  /** Streams the content; the file is opened on iteration. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/**
 * Opens the file of an export for a caller with its signed URL, or with access to reports.
 * @throws DomainError `unauthenticated`, `forbidden`, `shop_admin_reports_export_file_gone`
 */
export const openExport: UseCase<FilePorts, OpenExportInput, ExportFile> = useCase(
  {
    access: 'anyone',
    effect: 'read',
    refusals: { 'not-found': ['shop_admin_reports_export_file_gone'] },
  },
  ({ files, signatures, clock }) =>
    async (actor, { filename, expires, signature }) => {
      const now = clock.now();
      const sent = { expires: /^\d{1,15}$/.test(expires) ? Number(expires) : Number.NaN, signature, now };
      const verdict = verifyAddress(signatures, filename, sent);
      if (verdict === 'wrong') demand(actor, 'manage_store');
      if (verdict === 'over' || !isExportFile(filename)) throw exportFileGone();
      const name = `${filename}.csv`;
      const found = await files.look(name);
      if (!found || found.writtenAt.getTime() + FILE_LIFETIME <= now.getTime()) throw exportFileGone();
      return { size: found.size, chunks: () => chunksOf(files, name) };
    },
);

async function* chunksOf(files: FileStore, name: string): AsyncGenerator<Uint8Array> {
  const file = await files.open(name);
  if (!file) throw exportFileGone();
  try {
    yield* file.chunks();
  } finally {
    await file.close();
  }
}
