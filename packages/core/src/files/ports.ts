import type { KernelPorts } from '../kernel/ports.ts';

/** What is known of a file without reading it. */
export interface FileFacts {
  readonly size: number;
  /** When it was written last. */
  readonly writtenAt: Date;
}

/** Some text of a file, line by line, and where to go on. */
export interface FileLines {
  readonly lines: readonly string[];
  /** The byte behind the last of them. */
  readonly end: number;
}

/** A file that is being read. */
export interface OpenFile extends FileFacts {
  /** Its bytes as it was when it was opened, a part at a time, and no further than they are asked for. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Lets go of it, read or not. */
  close(): Promise<void>;
}

/**
 * Files under plain names, in one folder that all processes share. There is nothing outside of it, whatever a name says: a
 * name that is none is one that no file has.
 */
export interface FileStore {
  /**
   * Cuts a file to its first `at` bytes, writes more behind them, a text as UTF-8, and gives its new size in bytes. When it resolves they outlive a loss of
   * power; when the process is killed, the first `at` bytes are still there. Only with 0 the file is made.
   * @throws RangeError for a name that is none, and for a file that is shorter
   */
  write(name: string, at: number, content: string | Uint8Array): Promise<number>;
  /** Tells of a file; undefined where there is none. */
  look(name: string): Promise<FileFacts | undefined>;
  /**
   * Reads at most so many lines from a byte on, without their ends (`\n`), and tells where they end. A line that is not ended is
   * none, and so is one of more than 64 KiB; a file that is not there has no lines.
   */
  lines(name: string, from: number, most: number): Promise<FileLines>;
  /** Begins to read a whole file; undefined where there is none. */
  open(name: string): Promise<OpenFile | undefined>;
  /**
   * Makes a file of the first bytes of another, in place of what was there; as durable as what is written.
   * @throws RangeError for a name that is none, and for a file that is shorter
   */
  copy(from: string, to: string, length: number): Promise<void>;
  /**
   * Gives a file another name in one step, in place of what had it; who is reading reads on.
   * @throws RangeError for a name that is none, and where there is no such file
   */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; nothing happens where there is none. */
  remove(name: string): Promise<void>;
  /** Removes all files that were written last before a moment, and tells how many. */
  removeOlder(before: Date): Promise<number>;
}

/** Signs short texts so that they can be recognised as our own, also by other processes that have the same keys. */
export interface Signatures {
  /** False where there is no key. */
  readonly canSign: boolean;
  /**
   * The signature of a text, in hexadecimal digits.
   * @throws RangeError without a key
   */
  sign(text: string): string;
  /** Whether a text was signed so, with a key that is in use or was; takes as long for any signature that is wrong. */
  isSigned(text: string, signature: string): boolean;
}

/** What files need. */
export interface FilePorts extends Pick<KernelPorts, 'clock'> {
  /** For whoever may see them. */
  readonly files: FileStore;
  readonly signatures: Signatures;
}
