import { nameKey, utf8Length } from '../../kernel/text.ts';
import {
  archiveFileType,
  archiveNameTaken,
  archivePathInvalid,
  archiveTooManyEntries,
  archiveTopFolder,
} from '../errors.ts';

/** Maximum bytes of a path, and of one part of it. */
const PATH_BYTES = 1_000;
const PART_BYTES = 200;
/** Maximum folders in each other. */
const DEPTH = 32;

/** An entry as an archive declares it. */
export interface ArchiveEntry {
  /** As written; undefined if it is not valid UTF-8. */
  readonly name: string | undefined;
  /** Anything but files and folders is `other`: links, devices, pipes. */
  readonly kind: 'file' | 'folder' | 'other';
}

/** An entry that passed the rules. */
export interface AcceptedEntry {
  readonly kind: 'file' | 'folder';
  /** Relative to the top folder, with `/`; empty for the top folder itself. */
  readonly path: string;
}

/** Applies the rules for names to the entries of one archive, in sequence. */
export class ArchiveContents {
  readonly #limit: number;
  /** By the name that file systems without case see: the spelling, and whether an entry declared it. */
  readonly #seen = new Map<
    string,
    { readonly spelling: string; readonly kind: 'file' | 'folder'; isDeclared: boolean }
  >();
  #entries = 0;
  #top: string | undefined;

  /** @param limit maximum entries */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The name of the top folder; undefined before the first entry. */
  get top(): string | undefined {
    return this.#top;
  }

  /**
   * Checks the next entry; undefined for the folder around the top folder (`./`), which has no name.
   * @throws DomainError `archive_entries`, `archive_path`, `archive_file_type`, `archive_name_taken`, `archive_top_folder`
   */
  accept({ name, kind }: ArchiveEntry): AcceptedEntry | undefined {
    this.#entries += 1;
    if (this.#entries > this.#limit) throw archiveTooManyEntries(this.#limit);
    if (name === undefined) throw archivePathInvalid('a name that is not UTF-8');
    const parts = partsOf(name, kind);
    if (kind === 'other') throw archiveFileType(name);
    if (parts.length === 0) return undefined;
    this.#place(parts, kind);
    const path = parts.slice(1).join('/');
    return { kind, path };
  }

  /** @throws DomainError `archive_top_folder` if there was no entry */
  demandTop(): string {
    if (this.#top === undefined) throw archiveTopFolder();
    return this.#top;
  }

  #place(parts: readonly string[], kind: 'file' | 'folder'): void {
    const top = parts[0] as string;
    if ((this.#top !== undefined && this.#top !== top) || (parts.length === 1 && kind === 'file'))
      throw archiveTopFolder();
    this.#top = top;
    for (let depth = 1; depth < parts.length; depth += 1) this.#claim(parts.slice(0, depth).join('/'), 'folder');
    this.#claim(parts.join('/'), kind, true);
  }

  #claim(spelling: string, kind: 'file' | 'folder', isDeclared = false): void {
    const key = nameKey(spelling);
    const known = this.#seen.get(key);
    if (!known) {
      this.#seen.set(key, { spelling, kind, isDeclared });
      return;
    }
    const isSame = known.spelling === spelling && known.kind === kind;
    if (!isSame || (isDeclared && known.isDeclared)) throw archiveNameTaken(spelling);
    known.isDeclared ||= isDeclared;
  }
}

/** The parts of a safe relative path. */
function partsOf(name: string, kind: ArchiveEntry['kind']): readonly string[] {
  const plain = name.replace(/^(?:\.\/)+/, '');
  const path = kind === 'file' ? plain : plain.replace(/\/$/, '');
  if (path === '' || path === '.') {
    if (kind === 'folder') return [];
    throw archivePathInvalid(name);
  }
  const parts = path.split('/');
  if (utf8Length(path) > PATH_BYTES || parts.length > DEPTH || !parts.every(isSafePart)) throw archivePathInvalid(name);
  return parts;
}

/** A name that no system reads as another folder, a drive, a stream or a device. */
const isSafePart = (part: string): boolean =>
  part !== '' &&
  part !== '.' &&
  part !== '..' &&
  utf8Length(part) <= PART_BYTES &&
  !/[\\:*?"<>|\p{C}]|[. ]$/u.test(part) &&
  !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part);
