import type { KernelPorts } from '../kernel/ports.ts';
import type { ArchiveLimits } from './archives/archive-limits.ts';

/** Size and modification time of a file. */
export interface FileStats {
  readonly size: number;
  /** Time of the last write. */
  readonly writtenAt: Date;
}

/** Some lines of a file, and the offset after them. */
export interface FileLines {
  readonly lines: readonly string[];
  /** The byte offset after the last line. */
  readonly end: number;
}

/** A file opened for reading. */
export interface OpenFile extends FileStats {
  /** Streams the content as of the time of opening; reads on demand. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Closes the file; also required if it was not read to the end. */
  close(): Promise<void>;
}

/**
 * Files under plain names, in one folder that all processes share. No name reaches outside of it: an invalid name is
 * treated as one that does not exist.
 */
export interface FileStore {
  /**
   * Truncates a file to its first `at` bytes, appends the content (text as UTF-8), and returns the new size in bytes.
   * The bytes are durable when it resolves; if the process is killed, the first `at` bytes remain. Creates the file only
   * if `at` is 0.
   * @throws RangeError for an invalid name, and if the file is shorter than `at`
   */
  write(name: string, at: number, content: string | Uint8Array): Promise<number>;
  /** Returns size and time of a file; undefined if it does not exist. */
  look(name: string): Promise<FileStats | undefined>;
  /**
   * Reads at most `most` lines from a byte offset, without their terminators (`\n`). An unterminated line, or one of more
   * than 64 KiB, is not returned; a missing file has no lines.
   */
  lines(name: string, from: number, most: number): Promise<FileLines>;
  /** Opens a file for reading; undefined if it does not exist. */
  open(name: string): Promise<OpenFile | undefined>;
  /**
   * Copies the first `length` bytes of a file, replacing the target; as durable as `write`.
   * @throws RangeError for an invalid name, and if the file is shorter than `length`
   */
  copy(from: string, to: string, length: number): Promise<void>;
  /**
   * Renames a file atomically, replacing the target; open readers of either file continue.
   * @throws RangeError for an invalid name, and if there is no such file
   */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
  /** Removes the files last written before a time whose names begin with the prefix, and returns their number. */
  removeOlder(before: Date, prefix?: string): Promise<number>;
}

/** A file of an unpacked archive. */
export interface ArchiveFile {
  /** Relative to the top folder, with `/`. */
  readonly path: string;
  readonly size: number;
}

/** What an archive had. */
export interface UnpackedArchive {
  /** The name of the top folder, which is left out of the paths; `package` in archives of npm. */
  readonly top: string;
  /** In the order of the archive. */
  readonly files: readonly ArchiveFile[];
}

/** Unpacks archives from sources that are not trusted: zip, and tar with gzip. The form is recognised by the first bytes. */
export interface ArchiveReader {
  /**
   * Unpacks what is beneath the top folder into a new folder. Files are readable by their owner only, whatever modes the archive
   * declares. Limits are counted while bytes are read and inflated; declared sizes are not trusted. After a refusal the new folder
   * does not exist; after a killed process it may be incomplete, so that callers rename it when they are done.
   * @param archive absolute path of a regular file
   * @param into absolute path of the new folder; its parent exists
   * @param limits `ARCHIVE_LIMITS` where not given
   * @throws DomainError `archive_too_large`, `archive_entries`, `archive_unpacked_too_large`, `archive_unreadable`, `archive_path`,
   * `archive_file_type`, `archive_name_taken`, `archive_top_folder`
   * @throws Error if the folder exists, and for faults of the storage
   */
  unpack(archive: string, into: string, limits?: Partial<ArchiveLimits>): Promise<UnpackedArchive>;
}

/** Message authentication for short texts, shared by all processes with the same keys. */
export interface Signatures {
  /** False without a key. */
  readonly canSign: boolean;
  /**
   * The signature of a text, in hexadecimal digits.
   * @throws RangeError without a key
   */
  sign(text: string): string;
  /** Verifies a signature against current and retired keys, in constant time. */
  isSigned(text: string, signature: string): boolean;
}

/** The ports of the files context. */
export interface FilePorts extends Pick<KernelPorts, 'clock'> {
  /** Download files. */
  readonly files: FileStore;
  readonly archives: ArchiveReader;
  readonly signatures: Signatures;
}

/** Whether the database or another adapter supplies each port. */
export const filePorts = { files: 'service', archives: 'service', signatures: 'service' } as const;
