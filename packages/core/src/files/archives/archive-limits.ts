/** How much an archive may have, before and after it is inflated. */
export interface ArchiveLimits {
  /** Maximum bytes of the archive itself. */
  readonly bytes: number;
  /** Maximum entries, folders included. */
  readonly entries: number;
  /** Maximum bytes of all files, counted while they are inflated. */
  readonly unpackedBytes: number;
}

/** 50 MiB, 5,000 entries, 200 MiB unpacked (docs/spec/shop-platform.md 4.6). */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  bytes: 50 * 1_048_576,
  entries: 5_000,
  unpackedBytes: 200 * 1_048_576,
};
