import type { ArchiveEntry } from '@backroom/core/files';

/** An entry whose content is read at most once, before the next entry is asked for. */
export interface SourceEntry extends ArchiveEntry {
  /** The bytes of a file; throws if they are damaged. */
  readonly content: () => AsyncIterable<Uint8Array>;
}
