import type { PacedNotices } from '../changes/paced-notices.ts';
import type { ReadOnlyPool } from './read-only-pool.ts';
import type { MonotonicClock, RecentWrites } from './recent-writes.ts';
import type { Replica } from './replica.ts';
import type { ReplicaState, ReplicaWatch } from './replica-state.ts';
import { type WalPosition, walPositionOf } from './wal-positions.ts';
import { notifyOfWrites } from './write-notifier.ts';

/** Dependencies of `Replicas`. */
export interface ReplicasParts {
  readonly replicas: readonly Replica[];
  /** Connection to the primary for reading its WAL position. */
  readonly primary: ReadOnlyPool;
  readonly recentWrites: RecentWrites;
  readonly elapsed: MonotonicClock;
  /** A replica with a larger lag is not used. */
  readonly maxLagMillis: number;
}

/**
 * Replicas for reports. A periodic check reads the WAL position of the primary, then the replayed position of each replica. A
 * replica that has replayed the position of a second ago lags by at most a second, independent of server clocks.
 */
export class Replicas implements ReplicaWatch {
  readonly #parts: ReplicasParts;
  readonly #notices: PacedNotices<number>;
  /** Positions of the primary within the maximum lag, the newest last. */
  #positions: readonly WalPosition[] = [];
  #checkingPrimary: Promise<void> | undefined;
  #turn = 0;

  constructor(parts: ReplicasParts) {
    this.#parts = parts;
    this.#notices = notifyOfWrites(parts.primary, parts.recentWrites);
  }

  /** Checks the primary, then all replicas concurrently; one that does not answer does not delay the others. Never rejects. */
  async check(): Promise<void> {
    const { replicas } = this.#parts;
    this.#checkingPrimary ??= this.#checkPrimary().finally(() => {
      this.#checkingPrimary = undefined;
    });
    await this.#checkingPrimary;
    await Promise.all(replicas.map((each) => each.check(this.#positions)));
  }

  async #checkPrimary(): Promise<void> {
    const { primary, elapsed, maxLagMillis } = this.#parts;
    const at = elapsed();
    try {
      const position = await walPositionOf(primary, at);
      const isComparable = (each: WalPosition) =>
        each.origin === position.origin && each.timeline === position.timeline;
      const recent = this.#positions.filter((each) => each.at >= at - maxLagMillis);
      if (!recent.every(isComparable)) this.reset();
      this.#positions = [...recent.filter(isComparable), position];
    } catch {
      primary.destroyConnections();
      this.reset();
    }
  }

  /** Uses no replica until the next check: after the loss of the primary another server may have been promoted. */
  reset(): void {
    this.#positions = [];
    for (const each of this.#parts.replicas) each.reset();
  }

  /** Current states, in the configured order. */
  states(): readonly ReplicaState[] {
    return this.#parts.replicas.map((each) => this.#stateOf(each));
  }

  #stateOf(replica: Replica): ReplicaState {
    const { number, asOf, fault } = replica;
    const lagMillis = asOf === undefined ? undefined : this.#parts.elapsed() - asOf;
    const isNear = lagMillis !== undefined && lagMillis <= this.#parts.maxLagMillis;
    return { number, condition: fault ?? (isNear ? 'ok' : 'behind'), lagMillis };
  }

  /** Chooses, in rotation, a replica within the maximum lag that has all writes of the account; undefined if there is none. */
  choose(account: number): Replica | undefined {
    const { replicas, recentWrites, elapsed, maxLagMillis } = this.#parts;
    const since = elapsed() - maxLagMillis;
    const written = recentWrites.lastOf(account) ?? Number.NEGATIVE_INFINITY;
    const eligible = replicas.filter(({ asOf }) => asOf !== undefined && asOf >= since && asOf > written);
    this.#turn += 1;
    return eligible[this.#turn % eligible.length];
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await Promise.all([this.#checkingPrimary, this.#notices.flush()]);
    await Promise.all([this.#parts.primary.close(), ...this.#parts.replicas.map((each) => each.close())]);
  }
}
