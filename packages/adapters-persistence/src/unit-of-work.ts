import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely, Transaction } from 'kysely';
import { DatabaseBusy, isCollision, isStalePlan, withUnavailability } from './database-errors.ts';
import { SeenMoments } from './reading/seen-moments.ts';
import { type StatementLimits, withLimits } from './statement-limits.ts';

/** What is to happen when a unit has committed. */
export type Effect = () => void | Promise<void>;

/** What a unit of work works with. */
export interface UnitOfWorkParts<Tables> {
  /** The entity manager that others are forked from. */
  readonly entityManager: SqlEntityManager;
  /** Statements outside of units. */
  readonly pool: Kysely<Tables>;
  /** Hears of an effect that failed. */
  readonly onEffectFailure: (error: unknown) => void;
  /** Hears that a unit is over which this account may have committed. */
  readonly onCommit?: (account: number) => void;
  /** Limits of the statements of requests; undefined for none. */
  readonly requestLimits: StatementLimits | undefined;
}

interface Unit<Tables> {
  readonly transaction: Transaction<Tables>;
  readonly effects: Effect[];
  entityManager: SqlEntityManager | undefined;
}

const mostRetries = 3;

/** Units of work as PostgreSQL transactions, which the code inside finds through the asynchronous call it is part of. */
export class MikroUnitOfWork<Tables> {
  readonly #parts: UnitOfWorkParts<Tables>;
  readonly #units = new AsyncLocalStorage<Unit<Tables>>();
  readonly #seen = new SeenMoments();
  readonly #running = new Set<Promise<void>>();

  constructor(parts: UnitOfWorkParts<Tables>) {
    this.#parts = parts;
  }

  /**
   * Commits what the work did when it resolves, and undoes all of it when it rejects. After a collision with other
   * work it is undone and done again, at most three times, so it must leave no traces elsewhere but by `afterCommit`.
   * @throws TypeError inside another unit
   * @throws DatabaseBusy when it collided each time
   * @throws DatabaseUnavailable when the connection was refused or lost, CommitUnknown when it was lost during the commit
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#demandNoUnit();
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#transact(work);
      } catch (error) {
        const collided = isCollision(error);
        if (!collided && !isStalePlan(error)) throw withUnavailability(error);
        if (retries === mostRetries) throw collided ? new DatabaseBusy(error) : error;
        // Those who collided must not come back together.
        await setTimeout(Math.random() * 10 * 2 ** retries);
      }
    }
  }

  /** Does work for an account: what it commits is remembered as theirs. */
  runAs<T>(account: number | undefined, work: () => Promise<T>): Promise<T> {
    return this.#seen.runAs(account, work);
  }

  /** Does work whose statements have the limits of requests. */
  limited<T>(work: () => Promise<T>): Promise<T> {
    return withLimits(this.#parts.requestLimits, work);
  }

  /** Does work whose statements have no limits, although it is part of a request. */
  unlimited<T>(work: () => Promise<T>): Promise<T> {
    return withLimits(undefined, work);
  }

  /** The account for which the surrounding work is done; undefined where nobody said. */
  account(): number | undefined {
    return this.#seen.account();
  }

  /** Whether the surrounding work is inside of a unit. */
  isInside(): boolean {
    return this.#units.getStore() !== undefined;
  }

  /** Notes the name of the state of the data that a statement of the surrounding work has just seen; not inside of a unit. */
  noteMoment(moment: string | null): void {
    if (!this.isInside()) this.#seen.note(moment ?? undefined);
  }

  /** Gives what was noted, once, unless the surrounding work is inside of a unit or has ended one since. */
  takeMoment(): string | undefined {
    return this.isInside() ? undefined : this.#seen.take();
  }

  /** Lets all statements of the work see the same state of the data, and refuses every change. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    if (this.isInside()) return work();
    try {
      return await this.#transact(work, { isolation: 'repeatable read' });
    } catch (error) {
      throw withUnavailability(error);
    }
  }

  /** Calls the effect once after the surrounding unit has committed, or at once outside of one; its failure never reaches the work. */
  afterCommit(effect: Effect): void {
    const unit = this.#units.getStore();
    if (unit === undefined) this.#begin(effect);
    else unit.effects.push(effect);
  }

  /** Resolves when all effects that have begun are done. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Gives the query builder of the surrounding unit, or outside of one that of the pool: each statement on its own. */
  kysely(): Kysely<Tables> {
    return this.#units.getStore()?.transaction ?? this.#parts.pool;
  }

  /** Gives the entity manager of the surrounding unit, which is flushed before the commit; outside of one a fresh one. */
  session(): SqlEntityManager {
    const unit = this.#units.getStore();
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

  async #transact<T>(work: () => Promise<T>, snapshot?: { readonly isolation: 'repeatable read' }): Promise<T> {
    let failure: { readonly error: unknown } | undefined;
    const effects: Effect[] = [];
    const builder = this.#parts.pool.transaction();
    const chosen = snapshot ? builder.setIsolationLevel(snapshot.isolation).setAccessMode('read only') : builder;
    let result: T;
    try {
      result = await chosen.execute(async (transaction) => {
        try {
          return await this.#work({ transaction, effects, entityManager: undefined }, work);
        } catch (error) {
          failure = { error };
          // A statement that is still under way would be in the way of the rollback.
          await transaction.getExecutor().provideConnection(async () => undefined);
          throw error;
        }
      });
    } catch (error) {
      // On a lost connection the rollback fails too; what went wrong first is what tells.
      throw failure === undefined ? error : failure.error;
    } finally {
      // After a failure too: when the connection is lost in the commit, nobody knows what became of it.
      if (snapshot === undefined) this.#tellCommit();
    }
    for (const effect of effects) this.#begin(effect);
    return result;
  }

  #tellCommit(): void {
    this.#seen.note(undefined);
    const account = this.account();
    if (account !== undefined) this.#parts.onCommit?.(account);
  }

  async #work<T>(unit: Unit<Tables>, work: () => Promise<T>): Promise<T> {
    return this.#units.run(unit, async () => {
      const result = await work();
      await unit.entityManager?.flush();
      return result;
    });
  }

  /** Begins an effect outside of any unit: the one it comes from is over. */
  #begin(effect: Effect): void {
    const running = this.#units
      .exit(async () => effect())
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
