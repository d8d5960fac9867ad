import type { ReadingPool } from './read-only-pool.ts';
import type { OwnWrites, Stopwatch } from './recent-writes.ts';
import type { Replica, ReplicaCondition } from './replica.ts';
import { type Position, positionOf } from './wal-positions.ts';
import { WriteNotices } from './write-notifier.ts';

/** What is known of a copy. */
export interface ReplicaState {
  /** Its place in the list, from 1. */
  readonly number: number;
  readonly condition: ReplicaCondition;
  /** How old what it has may be at most; undefined where that is not known. */
  readonly lagMillis: number | undefined;
}

/** What all copies together work with. */
export interface ReplicasParts {
  readonly replicas: readonly Replica[];
  /** For asking the server that is written to how far it is. */
  readonly primary: ReadingPool;
  readonly ownWrites: OwnWrites;
  readonly elapsed: Stopwatch;
  /** A copy that may be behind by more is not used. */
  readonly mostLagMillis: number;
}

/**
 * Copies of the data that reports may be read from. Now and then the server that is written to is asked how far its log is,
 * and then each copy how much of the log it has. So a copy that has what was written up to the answer of a second ago is
 * behind by a second at most, whatever clocks say.
 */
export class Replicas {
  readonly #parts: ReplicasParts;
  readonly #notices: WriteNotices;
  #positions: readonly Position[] = [];
  #asking: Promise<void> | undefined;
  #turn = 0;

  constructor(parts: ReplicasParts) {
    this.#parts = parts;
    this.#notices = new WriteNotices(parts.primary, parts.ownWrites);
  }

  /** Looks at all servers; one that does not answer keeps nobody from looking at the others. Never fails. */
  async look(): Promise<void> {
    const { replicas } = this.#parts;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
    await Promise.all(replicas.map((each) => each.look(this.#positions)));
  }

  async #ask(): Promise<void> {
    const { primary, elapsed, mostLagMillis } = this.#parts;
    const at = elapsed();
    try {
      const position = await positionOf(primary, at);
      const isComparable = (each: Position) => each.origin === position.origin && each.timeline === position.timeline;
      const recent = this.#positions.filter((each) => each.at >= at - mostLagMillis);
      if (!recent.every(isComparable)) this.forget();
      this.#positions = [...recent.filter(isComparable), position];
    } catch {
      primary.cut();
      this.forget();
    }
  }

  /** Uses no copy until the server that is written to was asked again: after its loss another one may have been promoted. */
  forget(): void {
    this.#positions = [];
    for (const each of this.#parts.replicas) each.forget();
  }

  /** What is known of each. */
  states(): readonly ReplicaState[] {
    return this.#parts.replicas.map((each) => this.#stateOf(each));
  }

  #stateOf(replica: Replica): ReplicaState {
    const { number, asOf, fault } = replica;
    const lagMillis = asOf === undefined ? undefined : this.#parts.elapsed() - asOf;
    const isNear = lagMillis !== undefined && lagMillis <= this.#parts.mostLagMillis;
    return { number, condition: fault ?? (isNear ? 'ok' : 'behind'), lagMillis };
  }

  /** One of the copies that are near enough and have everything that the account has written, each in turn; undefined where there is none. */
  choose(account: number): Replica | undefined {
    const { replicas, ownWrites, elapsed, mostLagMillis } = this.#parts;
    const since = elapsed() - mostLagMillis;
    const written = ownWrites.lastOf(account) ?? Number.NEGATIVE_INFINITY;
    const good = replicas.filter(({ asOf }) => asOf !== undefined && asOf >= since && asOf > written);
    this.#turn += 1;
    return good[this.#turn % good.length];
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([this.#asking, this.#notices.settled()]);
    await Promise.all([this.#parts.primary.close(), ...this.#parts.replicas.map((each) => each.close())]);
  }
}
