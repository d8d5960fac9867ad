import type { ReportAnswer, ReportRow } from '@backroom/core/analytics';

/** Limits of the cache, in estimated bytes. */
export interface ReportCacheLimits {
  readonly maxBytes: number;
  /** Larger answers are not cached. */
  readonly maxEntryBytes: number;
}

interface CachedReport {
  readonly answer: ReportAnswer;
  readonly bytes: number;
}

/** LRU cache of report answers that were read from one snapshot. A new snapshot id clears it, because ids never recur. */
export class ReportCache {
  readonly #limits: ReportCacheLimits;
  readonly #entries = new Map<string, CachedReport>();
  #snapshot: string | undefined;
  #bytes = 0;

  constructor(limits: ReportCacheLimits) {
    this.#limits = limits;
  }

  /** Returns the answer to a question if it was read from exactly this snapshot. */
  get(snapshot: string, question: string): ReportAnswer | undefined {
    const entry = snapshot === this.#snapshot ? this.#entries.get(question) : undefined;
    if (!entry) return undefined;
    // Reinserted as the most recently used.
    this.#entries.delete(question);
    this.#entries.set(question, entry);
    return entry.answer;
  }

  /** Stores an answer and evicts the least recently used ones beyond the limit. */
  set(snapshot: string, question: string, answer: ReportAnswer): void {
    const { maxBytes, maxEntryBytes } = this.#limits;
    if (snapshot !== this.#snapshot) this.#reset(snapshot);
    this.#evict(question);
    const bytes = question.length * 2 + bytesOf(answer, maxEntryBytes);
    if (bytes > maxEntryBytes) return;
    this.#entries.set(question, { answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= maxBytes) break;
      this.#evict(oldest);
    }
  }

  #reset(snapshot: string): void {
    this.#entries.clear();
    this.#bytes = 0;
    this.#snapshot = snapshot;
  }

  #evict(question: string): void {
    this.#bytes -= this.#entries.get(question)?.bytes ?? 0;
    this.#entries.delete(question);
  }
}

/** Estimated size of an object without its members. */
const objectBytes = 64;
/** Estimated size of a member without its value. */
const memberBytes = 24;

/** Estimated memory size of an answer; counting stops above `max`. */
function bytesOf(answer: ReportAnswer, max: number): number {
  let bytes = 0;
  for (const row of Object.values(answer).flat()) {
    bytes += bytesOfRow(row);
    if (bytes > max) break;
  }
  return bytes;
}

function bytesOfRow(row: ReportRow): number {
  let bytes = objectBytes;
  for (const value of Object.values(row))
    bytes += memberBytes + (typeof value === 'object' ? JSON.stringify(value).length : String(value).length) * 2;
  return bytes;
}
