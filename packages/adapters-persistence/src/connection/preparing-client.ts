import pg from 'pg';
import {
  CommitUnknown,
  DatabaseUnavailable,
  isReadOnlyRefusal,
  isSharedBackend,
  isStalePlan,
  mayBeSent,
  NothingCommitted,
  withLimitsReached,
  withUnavailability,
} from '../database-errors.ts';
import { AnswerDeadline } from './answer-deadline.ts';
import { LimitedQuery, type Preamble, type WireConnection } from './limited-query.ts';
import { type SessionBackend, SessionSettings, type Setting } from './session-settings.ts';
import { type StatementLimits, unlimitedCommit } from './statement-limits.ts';
import { type StatementNaming, statementName } from './statement-name.ts';

const mostNames = 500;
const begin = /^(begin|start transaction)\b/;
/** Statements that can be combined with another one in an implicit transaction. */
const followable = /^\s*(select|insert|update|delete|with|values)\b/i;
let clients = 0;

/** Options of the driver and of this client. */
export interface PreparingConfig extends pg.ClientConfig {
  /** Shared by the clients of one pool; without it statements are named. */
  readonly naming?: () => StatementNaming;
  /** True for the embedded database: its sessions share one backend, which ignores timeouts. */
  readonly isEmbedded?: boolean;
  /** Limits of the next statement; none by default. */
  readonly limits?: () => StatementLimits | undefined;
  /** Whether connections to a read-only server are closed. */
  readonly mustWrite?: boolean;
}

/**
 * A driver client that prepares each parameterised statement once, executes it by name afterwards, and applies the limits in
 * force.
 *
 * A text without parameters is sent unprepared, because it may contain several statements. After a schema change a prepared
 * statement can be stale: outside a transaction it is retried at once, inside one the unit of work is retried.
 */
export class PreparingClient extends pg.Client {
  readonly #config: PreparingConfig;
  readonly #naming: StatementNaming;
  /** Unique among all clients of the embedded database. */
  readonly #prefix: string;
  #names = new Map<string, string>();
  #preambles = new Set<string>();
  readonly #session = new SessionSettings();
  #isStale = false;
  #transaction: { readonly limits: StatementLimits | undefined; readonly readsOnly: boolean } | undefined;
  #lostCommit: CommitUnknown | undefined;
  readonly #deadline = new AnswerDeadline((late) => void this.#wire.stream.destroy(late));
  /** Receives each error of a statement before it is thrown. */
  onFailure: ((error: unknown) => void) | undefined;

  constructor(config: PreparingConfig = {}) {
    super(config);
    this.#config = config;
    this.#naming = config.naming?.() ?? { isOn: true };
    this.#prefix = config.isEmbedded ? `c${++clients}_` : '';
  }

  /** Stores the properties of the backend of a new connection. */
  learn(backend: SessionBackend): void {
    this.#session.learn(backend);
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
    const limits = this.#config.limits?.();
    // The query builder rolls back after a failed commit and reports the error of the rollback.
    if (text === 'rollback' && this.#lostCommit) throw this.#lostCommit;
    if (this.#isStale && this.getTransactionStatus() === 'I') await this.#forgetNames();
    const end = this.#deadline.begin(limits?.answerMillis ?? 0);
    try {
      return await this.#send(text, values, limits);
    } catch (error) {
      if (isSharedBackend(error)) this.#naming.isOn = false;
      if (!isStalePlan(error)) {
        const failure = this.#errorOf(error, text, limits);
        this.onFailure?.(failure);
        throw failure;
      }
      this.#isStale = true;
      if (this.getTransactionStatus() !== 'I') throw error;
      await this.#forgetNames();
      return await this.#send(text, values, limits);
    } finally {
      end();
    }
  }

  #send(text: string, values: readonly unknown[], limits: StatementLimits | undefined): Promise<pg.QueryResult> {
    if (text === 'commit') return this.#commit();
    if (begin.test(text)) return this.#begin(text, limits);
    const query = this.#named(text, values);
    const isSingle = this.getTransactionStatus() === 'I' && !this.#config.isEmbedded;
    const setting = isSingle ? this.#session.before(limits) : undefined;
    if (!setting) return this.#ask(query);
    return this.#sendAfter(setting, query, { text, values });
  }

  async #sendAfter(
    setting: Setting,
    query: pg.QueryConfig,
    { text, values }: { readonly text: string; readonly values: readonly unknown[] },
  ): Promise<pg.QueryResult> {
    const follows = followable.test(text) && (values.length > 0 || !text.includes(';'));
    const result = follows ? await this.#askAfter(setting, query) : await this.#ask({ text: setting.text });
    setting.onSuccess();
    return follows ? result : this.#ask(query);
  }

  #askAfter({ text }: Setting, query: pg.QueryConfig): Promise<pg.QueryResult> {
    const preamble = this.#preamble(text);
    return new Promise((resolve, reject) => {
      this.#ask(new LimitedQuery(query, preamble, (error, result) => (error ? reject(error) : resolve(result))));
    });
  }

  async #begin(text: string, limits: StatementLimits | undefined): Promise<pg.QueryResult> {
    this.#transaction = { limits, readsOnly: text.includes('read only') };
    const result = await this.#ask({ text: this.#config.isEmbedded ? text : this.#session.beginning(text, limits) });
    return Array.isArray(result) ? result[0] : result;
  }

  async #commit(): Promise<pg.QueryResult> {
    const isTimed = (this.#transaction?.limits?.statementMillis ?? 0) > 0 && !this.#config.isEmbedded;
    // A failed transaction accepts no settings.
    const isPlain = !isTimed || this.getTransactionStatus() !== 'T';
    const answer = await this.#ask({ text: isPlain ? 'commit' : unlimitedCommit });
    const result: pg.QueryResult = Array.isArray(answer) ? answer.at(-1) : answer;
    if (result.command === 'ROLLBACK') throw new NothingCommitted();
    return result;
  }

  /** Converts errors to those of this package; closes a connection to a read-only server. */
  #errorOf(error: unknown, text: string, limits: StatementLimits | undefined): unknown {
    const failure = withUnavailability(error);
    if (text === 'commit' && failure instanceof DatabaseUnavailable && !this.#transaction?.readsOnly) {
      if (mayBeSent(error)) this.#lostCommit = new CommitUnknown(error);
      return this.#lostCommit ?? failure;
    }
    const isOurReading = this.getTransactionStatus() !== 'I' && this.#transaction?.readsOnly === true;
    if (this.#config.mustWrite && isReadOnlyRefusal(error) && !isOurReading) {
      void this.end();
      return new DatabaseUnavailable(error);
    }
    return limits ? withLimitsReached(failure, limits) : failure;
  }

  #named(text: string, values: readonly unknown[]): pg.QueryConfig {
    if (values.length === 0) return { text };
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < mostNames) {
      name = this.#prefix + statementName(text);
      this.#names.set(text, name);
    }
    return name === undefined || !this.#naming.isOn
      ? { text, values: [...values] }
      : { name, text, values: [...values] };
  }

  #preamble(text: string): Preamble {
    const name = this.#naming.isOn ? statementName(text) : '';
    const isPrepared = this.#preambles.has(name);
    return { text, name, isPrepared, onDone: () => void (name !== '' && this.#preambles.add(name)) };
  }

  async #forgetNames(): Promise<void> {
    this.#isStale = false;
    this.#names = new Map();
    this.#preambles = new Set();
    await this.#ask('deallocate all');
    this.#wire.parsedStatements = {};
  }

  get #wire(): WireConnection {
    return this.connection as unknown as WireConnection;
  }
}
