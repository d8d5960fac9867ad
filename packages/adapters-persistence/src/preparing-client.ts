import pg from 'pg';
import { isStalePlan, NothingCommitted, withUnavailability } from './database-errors.ts';

const mostNames = 500;
let clients = 0;

/** The driver's options, and whether statements may have names: not behind a pooler that changes connections. */
export interface PreparingConfig extends pg.ClientConfig {
  readonly preparesStatements?: boolean;
}

/**
 * The driver's client, which prepares each statement with parameters once and then calls it by name.
 *
 * A text without parameters is sent as it is: it may be several statements. After a change of the schema a name can be
 * stale; outside a transaction the statement is then done again at once, inside one the unit of work begins anew.
 */
export class PreparingClient extends pg.Client {
  /** Distinct among all clients of the process: on the embedded database they share one backend. */
  readonly #prefix = `b${++clients}_`;
  readonly #mostNames: number;
  #names = new Map<string, string>();
  #count = 0;
  #isStale = false;

  constructor(config: PreparingConfig = {}) {
    super(config);
    this.#mostNames = config.preparesStatements === false ? 0 : mostNames;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver has six overloads, of which one matters here
  override query(...given: any[]): any {
    const [text, values, callback] = given as [unknown, unknown, unknown];
    const isOurs = typeof text === 'string' && callback === undefined && typeof values !== 'function';
    if (!isOurs) return this.#ask(...given);
    return this.#query(text, values as readonly unknown[] | undefined);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #ask(...given: any[]): any {
    return (super.query as (...all: unknown[]) => unknown).apply(this, given);
  }

  async #query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    if (this.#isStale && this.getTransactionStatus() === 'I') await this.#forgetNames();
    try {
      const result: pg.QueryResult = await this.#ask(this.#named(text, values));
      if (text === 'commit' && result.command === 'ROLLBACK') throw new NothingCommitted();
      return result;
    } catch (error) {
      if (!isStalePlan(error)) throw withUnavailability(error);
      this.#isStale = true;
      if (this.getTransactionStatus() !== 'I') throw error;
      await this.#forgetNames();
      return await this.#ask({ text, values });
    }
  }

  #named(text: string, values: readonly unknown[]): pg.QueryConfig {
    if (values.length === 0) return { text };
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < this.#mostNames) {
      name = `${this.#prefix}${++this.#count}`;
      this.#names.set(text, name);
    }
    return name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
  }

  async #forgetNames(): Promise<void> {
    this.#isStale = false;
    this.#names = new Map();
    await this.#ask('deallocate all');
  }
}
