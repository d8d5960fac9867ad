/** Downloadable files: kept for a week, under safe names, at signed addresses. */

export { type SignedAddress, signAddress, verifyAddress } from './address.ts';
export { isFileName } from './file-name.ts';
export type { FileLines, FilePorts, FileStats, FileStore, OpenFile, Signatures } from './ports.ts';
export { type OpenedFile, openSigned, type SignedFileInput, type SignedFileKind } from './signed-file.ts';
export { FILE_DAYS, FILE_LIFETIME, forgetOldFiles } from './use-cases/forget-old-files.ts';
