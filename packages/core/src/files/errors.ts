import { DomainError } from '../kernel/errors.ts';

/** The archive itself has too many bytes. */
export const archiveTooLarge = (limit: number): DomainError =>
  new DomainError('too-large', 'archive_too_large', `The archive has more than ${limit} bytes.`);

/** The files of the archive have too many bytes together. */
export const archiveUnpackedTooLarge = (limit: number): DomainError =>
  new DomainError('too-large', 'archive_unpacked_too_large', `The archive unpacks to more than ${limit} bytes.`);

/** The archive has too many entries. */
export const archiveTooManyEntries = (limit: number): DomainError =>
  new DomainError('too-large', 'archive_entries', `The archive has more than ${limit} entries.`);

/** The file is no zip or gzipped tar, is damaged or cut, or uses encryption or another compression. */
export const archiveUnreadable = (cause?: unknown): DomainError =>
  new DomainError('invalid', 'archive_unreadable', 'The file is not a readable zip or tgz archive.', {}, cause);

/** An absolute path, one with `..`, a backslash, a drive or a NUL character, or one that some systems cannot store. */
export const archivePathInvalid = (name: string): DomainError =>
  new DomainError('invalid', 'archive_path', `The archive has a path that is not allowed: ${quoted(name)}.`);

/** A link, a device or a pipe. */
export const archiveFileType = (name: string): DomainError =>
  new DomainError('invalid', 'archive_file_type', `The archive may have files and folders only, not ${quoted(name)}.`);

/** The same name again, also where it differs in case only. */
export const archiveNameTaken = (name: string): DomainError =>
  new DomainError('invalid', 'archive_name_taken', `The archive has two entries under the name ${quoted(name)}.`);

/** No top folder, several, or a file beside it. */
export const archiveTopFolder = (): DomainError =>
  new DomainError(
    'invalid',
    'archive_top_folder',
    'The archive must have exactly one top folder, and nothing beside it.',
  );

/** The first 100 characters without control characters, in quotation marks. */
const quoted = (name: string): string => JSON.stringify(name.slice(0, 100).replace(/\p{C}/gu, '\u{fffd}'));
