import { type Question, type ReportAnswer, type ReportRunner, reportTookTooLong } from '@backroom/core';
import { DatabaseUnavailable, isCancelled } from '../database-errors.ts';
import type { ReadingPool } from './read-only-pool.ts';
import type { Stopwatch } from './recent-writes.ts';
import { type Position, type Replayed, replayedBy } from './wal-positions.ts';

/**
 * Why a copy is not used. `unknown` until it was compared with the server that is written to, and again when that was lost;
 * `other timeline` also where its timeline is not known.
 */
export type ReplicaFault = 'unknown' | 'not answering' | 'no replica' | 'other timeline';
/** What a copy is good for. */
export type ReplicaCondition = ReplicaFault | 'ok' | 'behind';

/** What a copy of the data works with. */
export interface ReplicaParts {
  /** By which people know it: its place in the list, from 1. Its address is a secret. */
  readonly number: number;
  /** For reports. */
  readonly pool: ReadingPool;
  /** For looking at it, however many reports are asked. */
  readonly watching: ReadingPool;
  readonly runner: ReportRunner;
  readonly elapsed: Stopwatch;
  readonly statementMillis: number;
}

/** One copy of the data on a server of its own, and what is known of how much it has. */
export class Replica {
  readonly number: number;
  readonly #parts: ReplicaParts;
  #asOf: number | undefined;
  #fault: ReplicaFault | undefined = 'unknown';
  #losses = 0;
  #looking: Promise<void> | undefined;

  constructor(parts: ReplicaParts) {
    this.number = parts.number;
    this.#parts = parts;
  }

  /** Everything that was committed before this moment is in it; undefined for one that cannot be used. */
  get asOf(): number | undefined {
    return this.#fault === undefined ? this.#asOf : undefined;
  }

  get fault(): ReplicaFault | undefined {
    return this.#fault;
  }

  /** Finds out how much it has of what the log of the first server had at these moments, the newest last; one look at a time. */
  look(positions: readonly Position[]): Promise<void> {
    this.#looking ??= this.#look(positions).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(positions: readonly Position[]): Promise<void> {
    const losses = this.#losses;
    try {
      const replayed = await replayedBy(this.#parts.watching);
      if (losses !== this.#losses) return;
      this.#fault = faultOf(replayed, positions);
      const { position = 0n } = replayed;
      const reached = this.#fault ? undefined : positions.findLast((each) => each.position <= position);
      this.#asOf = reached?.at ?? this.#asOf;
    } catch {
      this.lose();
      // Nobody waits any longer for what it was asked.
      this.#parts.pool.cut();
      this.#parts.watching.cut();
    }
  }

  /** Takes it that the server that is written to may be another one, with another timeline, until both were looked at again. */
  forget(): void {
    this.#losses += 1;
    this.#asOf = undefined;
    this.#fault = 'unknown';
  }

  /** Takes it that it may not be there any more, or come back with less than it had, until it was looked at again. */
  lose(): void {
    this.#losses += 1;
    this.#asOf = undefined;
    this.#fault = 'not answering';
  }

  /**
   * Answers a question.
   * @throws DatabaseUnavailable
   * @throws DomainError `shop_analytics_report_timeout`
   */
  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    const { runner, elapsed, statementMillis } = this.#parts;
    const begun = elapsed();
    try {
      return await runner.answer(question);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.lose();
      // A statement that is in the way of what the copy has to take in is ended by the same code, but sooner.
      const isTooLong = isCancelled(error) && statementMillis > 0 && elapsed() - begun >= statementMillis;
      throw isTooLong ? reportTookTooLong(error) : error;
    }
  }

  /** Ends its connections. */
  async close(): Promise<void> {
    await this.#looking;
    await Promise.all([this.#parts.pool.close(), this.#parts.watching.close()]);
  }
}

/** A copy that follows another timeline may have what the first server never had, whatever its position is. */
function faultOf({ position, origin, timeline }: Replayed, positions: readonly Position[]): ReplicaFault | undefined {
  if (position === undefined || positions.some((each) => each.origin !== origin)) return 'no replica';
  if (positions.length === 0) return 'unknown';
  return positions.every((each) => each.timeline === timeline) ? undefined : 'other timeline';
}
