/** Downloadable files: kept for a week, under safe names, at signed addresses. */

export { judgeAddress, type SignedAddress, signAddress } from './address.ts';
export { isFileName } from './file-name.ts';
export type { FileFacts, FileLines, FilePorts, FileStore, OpenFile, Signatures } from './ports.ts';
export { FILE_DAYS, FILE_LIFETIME, forgetOldFiles } from './use-cases/forget-old-files.ts';
