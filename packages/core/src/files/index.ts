/** Downloadable files: kept for a week, under safe names, at signed addresses. */

export { type SignedAddress, signAddress, verifyAddress } from './address.ts';
export {
  type AcceptedEntry,
  ArchiveContents,
  type ArchiveEntry,
} from './archives/archive-contents.ts';
export { ARCHIVE_LIMITS, type ArchiveLimits } from './archives/archive-limits.ts';
export { archiveTooLarge, archiveUnpackedTooLarge, archiveUnreadable } from './errors.ts';
export { isFileName } from './file-name.ts';
export type {
  ArchiveFile,
  ArchiveReader,
  FileLines,
  FilePorts,
  FileStats,
  FileStore,
  OpenFile,
  Signatures,
  UnpackedArchive,
} from './ports.ts';
export { filePorts } from './ports.ts';
export { type OpenedFile, openSigned, type SignedFileInput, type SignedFileKind } from './signed-file.ts';
export { FILE_DAYS, FILE_LIFETIME, forgetOldFiles } from './use-cases/forget-old-files.ts';
