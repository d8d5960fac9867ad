import { setTimeout } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely, Transaction } from 'kysely';
import type { ClientConnection } from './connection/client-connection.ts';
import type { PooledKysely } from './connection/pooled-kysely.ts';
import type { StatementLimits } from './connection/statement-limits.ts';
import { WorkContext, withLimits } from './connection/work-context.ts';
import { DatabaseBusy, isCollision, isStalePlan, withUnavailability } from './database-errors.ts';

/** Callback to run after a unit has committed. */
export type Effect = () => void | Promise<void>;

type GatheredStore = (items: readonly never[]) => Promise<void>;

/** Dependencies of units of work. */
export interface UnitOfWorkParts<Tables> {
  /** Root entity manager, to be forked. */
  readonly entityManager: SqlEntityManager;
  /** Runs statements outside of units, and transactions. */
  readonly pool: PooledKysely<Tables>;
  /** Called when an effect failed. */
  readonly onEffectFailure: (error: unknown) => void;
  /** Called at the end of a unit that this account may have committed. */
  readonly onCommit?: (account: number) => void;
  /** Limits of the statements of requests; undefined for none. */
  readonly requestLimits: StatementLimits | undefined;
}

interface Unit<Tables> {
  readonly transaction: Transaction<Tables>;
  readonly connection: ClientConnection;
  readonly effects: Effect[];
  /** What is stored at the end of the unit, by the function that does it. */
  readonly gathered: Map<GatheredStore, unknown[]>;
  entityManager: SqlEntityManager | undefined;
}

const mostRetries = 3;

const beginning = {
  write: 'begin',
  read: 'start transaction isolation level repeatable read read only',
};

/** Units of work as PostgreSQL transactions, propagated to the code inside by the asynchronous context. */
export class MikroUnitOfWork<Tables> {
  readonly #parts: UnitOfWorkParts<Tables>;
  readonly #context = new WorkContext<Unit<Tables>>();
  readonly #running = new Set<Promise<void>>();

  constructor(parts: UnitOfWorkParts<Tables>) {
    this.#parts = parts;
  }

  /**
   * Commits when the work resolves, and rolls back when it rejects. After a collision the work is rolled back and retried, at most
   * three times, so it must have no side effects except by `afterCommit`.
   * @throws TypeError inside another unit
   * @throws DatabaseBusy if every attempt collided
   * @throws DatabaseUnavailable if the connection was refused or lost, CommitUnknown if it was lost during the commit
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#demandNoUnit();
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#transact(work, beginning.write);
      } catch (error) {
        const collided = isCollision(error);
        if (!collided && !isStalePlan(error)) throw withUnavailability(error);
        if (retries === mostRetries) throw collided ? new DatabaseBusy(error) : error;
        // Random back-off, so that colliding units do not retry at the same time.
        await setTimeout(Math.random() * 10 * 2 ** retries);
      }
    }
  }

  /** Runs work on behalf of an account: its commits count as writes of this account. */
  runAs<T>(account: number | undefined, work: () => Promise<T>): Promise<T> {
    return this.#context.runAs(account, work);
  }

  /** Runs work whose statements have the limits of requests. */
  limited<T>(work: () => Promise<T>): Promise<T> {
    return withLimits(this.#parts.requestLimits, work);
  }

  /** Runs work whose statements have no limits, although it is part of a request. */
  unlimited<T>(work: () => Promise<T>): Promise<T> {
    return withLimits(undefined, work);
  }

  /** The account of the surrounding `runAs`; undefined outside of one, or if it has none. */
  account(): number | undefined {
    return this.#context.account();
  }

  /** Whether the caller runs inside a unit. */
  isInside(): boolean {
    return this.#context.unit() !== undefined;
  }

  /** Records the snapshot id of the last statement of the surrounding work; ignored inside of a unit. */
  noteSnapshot(snapshot: string | null): void {
    if (!this.isInside()) this.#context.noteSnapshot(snapshot ?? undefined);
  }

  /** Returns the recorded snapshot id once; undefined inside of a unit, and after one has ended since it was recorded. */
  takeSnapshot(): string | undefined {
    return this.isInside() ? undefined : this.#context.takeSnapshot();
  }

  /** Runs work on one snapshot of the data, read-only. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    if (this.isInside()) return work();
    try {
      return await this.#transact(work, beginning.read);
    } catch (error) {
      throw withUnavailability(error);
    }
  }

  /** Runs the effect once after the surrounding unit has committed, or at once outside of one; its failure never affects the work. */
  afterCommit(effect: Effect): void {
    const unit = this.#context.unit();
    if (unit === undefined) this.#begin(effect);
    else unit.effects.push(effect);
  }

  /** Stores items at the end of the surrounding unit, all of them at once, or in a unit of their own outside of one. */
  gather<T>(item: T, store: (items: readonly T[]) => Promise<void>): void {
    const unit = this.#context.unit();
    if (unit === undefined) {
      this.#begin(() => this.run(() => store([item])));
      return;
    }
    const known = unit.gathered.get(store);
    if (known) known.push(item);
    else unit.gathered.set(store, [item]);
  }

  /** Runs the last statement of the surrounding unit, and commits with it unless more is stored at the end; later ones are refused. */
  closing<T>(work: () => Promise<T>): Promise<T> {
    const unit = this.#context.unit();
    if (unit && unit.gathered.size === 0 && !unit.entityManager) unit.connection.commitNext();
    return work();
  }

  /** Resolves when all running effects are done. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Returns the query builder of the surrounding unit, or that of the pool, where each statement commits on its own. */
  kysely(): Kysely<Tables> {
    return this.#context.unit()?.transaction ?? this.#parts.pool.kysely;
  }

  /** Returns the entity manager of the surrounding unit, which is flushed before the commit; outside of one a new one. */
  session(): SqlEntityManager {
    const unit = this.#context.unit();
    if (unit === undefined) return this.#parts.entityManager.fork();
    unit.entityManager ??= forkInto(this.#parts.entityManager, unit.transaction);
    return unit.entityManager;
  }

  #demandNoUnit(): void {
    if (!this.isInside()) return;
    throw new TypeError(
      'A unit of work was begun inside another one. Units do not nest: begin one, around everything.',
    );
  }

  async #transact<T>(work: () => Promise<T>, begin: string): Promise<T> {
    const effects: Effect[] = [];
    let result: T;
    try {
      result = await this.#parts.pool.transact(begin, (transaction, connection) =>
        this.#work({ transaction, connection, effects, gathered: new Map(), entityManager: undefined }, work),
      );
    } finally {
      // After a failure too: if the connection is lost during the commit, its outcome is unknown.
      if (begin === beginning.write) this.#tellCommit();
    }
    for (const effect of effects) this.#begin(effect);
    return result;
  }

  #tellCommit(): void {
    this.#context.noteSnapshot(undefined);
    const account = this.account();
    if (account !== undefined) this.#parts.onCommit?.(account);
  }

  #work<T>(unit: Unit<Tables>, work: () => Promise<T>): Promise<T> {
    return this.#context.inUnit(unit, async () => {
      const result = await work();
      if (unit.entityManager) await unit.entityManager.flush();
      for (const [store, items] of unit.gathered) await store(items as never[]);
      return result;
    });
  }

  /** Runs an effect outside of any unit, because its own unit has ended. */
  #begin(effect: Effect): void {
    const running = this.#context
      .outside(async () => effect())
      .catch((error: unknown) => this.#parts.onEffectFailure(error))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

function forkInto<Tables>(entityManager: SqlEntityManager, transaction: Transaction<Tables>): SqlEntityManager {
  const fork = entityManager.fork({ useContext: false });
  fork.setTransactionContext(transaction);
  return fork;
}
