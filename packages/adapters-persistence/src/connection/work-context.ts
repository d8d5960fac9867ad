import { AsyncLocalStorage } from 'node:async_hooks';
import type { StatementLimits } from './statement-limits.ts';

/** A value of one database; those of other databases in the same work are behind it. */
interface Layer<T> {
  readonly owner: object;
  readonly value: T;
  readonly outer: Layer<T> | undefined;
}

interface AccountWork {
  readonly account: number | undefined;
  snapshot: string | undefined;
}

interface WorkScope {
  readonly limits: StatementLimits | undefined;
  readonly work: Layer<AccountWork> | undefined;
  readonly unit: Layer<unknown> | undefined;
}

const unscoped: WorkScope = { limits: undefined, work: undefined, unit: undefined };

/** One for everything that statements inherit from the surrounding work: each `run` copies the stores of the process. */
const scopes = new AsyncLocalStorage<WorkScope>();
const current = (): WorkScope => scopes.getStore() ?? unscoped;

/** Runs work whose statements have these limits, or with `undefined` none; the innermost call applies. */
export const withLimits = <T>(limits: StatementLimits | undefined, work: () => T): T =>
  scopes.run({ ...current(), limits }, work);

export const limitsInForce = (): StatementLimits | undefined => current().limits;

/** Whether the surrounding work may wait without limit for a connection: it has no limits, and holds none in a unit. */
export function mayWait(): boolean {
  const { limits, unit } = current();
  return limits === undefined && unit === undefined;
}

function heldBy<T>(layer: Layer<T> | undefined, owner: object): T | undefined {
  let each = layer;
  while (each && each.owner !== owner) each = each.outer;
  return each?.value;
}

function without<T>(layer: Layer<T> | undefined, owner: object): Layer<T> | undefined {
  if (layer === undefined) return undefined;
  const outer = without(layer.outer, owner);
  return layer.owner === owner ? outer : { ...layer, outer };
}

/**
 * Asynchronous context of work on one database: its unit of work, the account it runs as, and the id of the snapshot that it has
 * read last.
 */
export class WorkContext<Unit> {
  /** Runs work with an account and a snapshot of its own. */
  runAs<T>(account: number | undefined, work: () => Promise<T>): Promise<T> {
    const scope = current();
    // Outside of other work there is no account to hide.
    if (account === undefined && scope.work === undefined) return work();
    const own: AccountWork = { account, snapshot: undefined };
    return scopes.run({ ...scope, work: this.#over(scope.work, own) }, work);
  }

  /** Runs work in a unit. */
  inUnit<T>(unit: Unit, work: () => Promise<T>): Promise<T> {
    const scope = current();
    return scopes.run({ ...scope, unit: this.#over<unknown>(scope.unit, unit) }, work);
  }

  /** Runs work outside of any unit. */
  outside<T>(work: () => Promise<T>): Promise<T> {
    const scope = current();
    return scopes.run({ ...scope, unit: without(scope.unit, this) }, work);
  }

  #over<T>(layer: Layer<T> | undefined, value: T): Layer<T> {
    return { owner: this, value, outer: without(layer, this) };
  }

  /** The surrounding unit. */
  unit(): Unit | undefined {
    return heldBy(current().unit, this) as Unit | undefined;
  }

  /** The account of the surrounding `runAs`; undefined outside of one, or if it has none. */
  account(): number | undefined {
    return heldBy(current().work, this)?.account;
  }

  /** Records the snapshot id of the last statement; undefined clears it. */
  noteSnapshot(snapshot: string | undefined): void {
    const work = heldBy(current().work, this);
    if (work) work.snapshot = snapshot;
  }

  /** Returns the recorded snapshot id and clears it: a second use could be older than later reads. */
  takeSnapshot(): string | undefined {
    const snapshot = heldBy(current().work, this)?.snapshot;
    this.noteSnapshot(undefined);
    return snapshot;
  }
}
