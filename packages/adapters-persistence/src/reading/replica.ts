import { type Question, type ReportAnswer, type ReportRunner, reportTookTooLong } from '@backroom/core/analytics';
import { DatabaseUnavailable, isCancelled } from '../database-errors.ts';
import type { ReadOnlyPool } from './read-only-pool.ts';
import type { MonotonicClock } from './recent-writes.ts';
import type { ReplicaFault } from './replica-state.ts';
import { reportsOfSnapshot } from './reports-of-snapshot.ts';
import { type ReplayState, replayStateOf, type WalPosition } from './wal-positions.ts';

/** Dependencies of `Replica`. */
export interface ReplicaParts {
  /** Position in the configured list, from 1: its public name, because its address is secret. */
  readonly number: number;
  /** Connections for reports. */
  readonly pool: ReadOnlyPool;
  /** Connection for health checks, which reports cannot exhaust. */
  readonly watchPool: ReadOnlyPool;
  readonly runner: ReportRunner;
  readonly elapsed: MonotonicClock;
  readonly statementMillis: number;
}

/** A replica and its state at the last check. */
export class Replica {
  readonly number: number;
  readonly #parts: ReplicaParts;
  #asOf: number | undefined;
  #fault: ReplicaFault | undefined = 'unknown';
  /** Incremented by `reset` and `markLost`, so that a check that was running meanwhile is discarded. */
  #epoch = 0;
  #checking: Promise<void> | undefined;

  constructor(parts: ReplicaParts) {
    this.number = parts.number;
    this.#parts = parts;
  }

  /** All commits before this time (monotonic clock, ms) are replayed; undefined for a replica that cannot be used. */
  get asOf(): number | undefined {
    return this.#fault === undefined ? this.#asOf : undefined;
  }

  get fault(): ReplicaFault | undefined {
    return this.#fault;
  }

  /** Compares its replay state with positions of the primary, the newest last; concurrent calls share one check. Never rejects. */
  check(positions: readonly WalPosition[]): Promise<void> {
    this.#checking ??= this.#check(positions).finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #check(positions: readonly WalPosition[]): Promise<void> {
    const epoch = this.#epoch;
    try {
      const replayed = await replayStateOf(this.#parts.watchPool);
      if (epoch !== this.#epoch) return;
      this.#fault = faultOf(replayed, positions);
      const { position = 0n } = replayed;
      const reached = this.#fault ? undefined : positions.findLast((each) => each.position <= position);
      this.#asOf = reached?.at ?? this.#asOf;
    } catch {
      this.markLost();
      // Pending statements fail at once instead of waiting for their timeout.
      this.#parts.pool.destroyConnections();
      this.#parts.watchPool.destroyConnections();
    }
  }

  /** Invalidates its state after the loss of the primary, which may have been replaced on another timeline. */
  reset(): void {
    this.#epoch += 1;
    this.#asOf = undefined;
    this.#fault = 'unknown';
  }

  /** Marks it as not answering until the next check: it may come back with less data than it had. */
  markLost(): void {
    this.#epoch += 1;
    this.#asOf = undefined;
    this.#fault = 'not answering';
  }

  /**
   * @throws DatabaseUnavailable
   * @throws DomainError `shop_analytics_report_timeout`
   */
  answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    return this.#watched(() => this.#parts.runner.answer(question));
  }

  /**
   * @throws DatabaseUnavailable
   */
  inOneSnapshot<T>(work: (reports: ReportRunner) => Promise<T>): Promise<T> {
    return this.#parts.runner.inOneSnapshot((inner) => {
      return work(reportsOfSnapshot((question) => this.#watched(() => inner.answer(question))));
    });
  }

  async #watched<T>(read: () => Promise<T>): Promise<T> {
    const { elapsed, statementMillis } = this.#parts;
    const start = elapsed();
    try {
      return await read();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.markLost();
      // Recovery conflicts cancel statements with the same code, but before the statement timeout.
      const isTooLong = isCancelled(error) && statementMillis > 0 && elapsed() - start >= statementMillis;
      throw isTooLong ? reportTookTooLong(error) : error;
    }
  }

  /** Closes its connections. */
  async close(): Promise<void> {
    await this.#checking;
    await Promise.all([this.#parts.pool.close(), this.#parts.watchPool.close()]);
  }
}

/** A replica on another timeline may have data that the primary never had, whatever its position. */
function faultOf(
  { position, origin, timeline }: ReplayState,
  positions: readonly WalPosition[],
): ReplicaFault | undefined {
  if (position === undefined || positions.some((each) => each.origin !== origin)) return 'no replica';
  if (positions.length === 0) return 'unknown';
  return positions.every((each) => each.timeline === timeline) ? undefined : 'other timeline';
}
