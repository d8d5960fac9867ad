import pg from 'pg';
import { WrittenTopics } from '../changes/written-topics.ts';
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
import { CombinedQuery, isCombinable, type Preamble } from './combined-query.ts';
import { plainExecution, statementMessages } from './execution-message.ts';
import type { PreparingConfig } from './preparing-config.ts';
import { type SessionBackend, SessionSettings, type Setting } from './session-settings.ts';
import { type StatementLimits, unlimitedCommit } from './statement-limits.ts';
import { type StatementNaming, statementName } from './statement-name.ts';
import { type RowDescriptions, StatementQuery, type WireConnection } from './statement-query.ts';

const mostNames = 500;
const plainCommit = statementMessages('commit', '');
const timedCommit = Buffer.concat(unlimitedCommit.map((text) => statementMessages(text, '')));
const begin = /^(begin|start transaction)\b/;
/** No other statement follows in the same text. */
const isAlone = /^[a-z ]+$/;
let clients = 0;

const onDone = (): void => {};

/** The result of a statement that need not be sent. */
const nothing = (command: string): pg.QueryResult => ({ command, rowCount: null, oid: 0, fields: [], rows: [] });

interface SendingTerms {
  readonly limits: StatementLimits | undefined;
  /** Whether the commit is sent together with the statement. */
  readonly commits: boolean;
}

/**
 * A driver client that prepares each parameterised statement once, executes it by name afterwards, and applies the limits in
 * force.
 *
 * A text without parameters is sent unprepared, because it may contain several statements. The beginning of a transaction is
 * sent together with its first statement, in one round trip. After a schema change a prepared
 * statement can be stale: outside a transaction it is retried at once, inside one the unit of work is retried.
 */
export class PreparingClient extends pg.Client {
  readonly #config: PreparingConfig;
  readonly #naming: StatementNaming;
  /** Unique among all clients of the embedded database. */
  readonly #prefix: string;
  #names = new Map<string, string>();
  /** Of prepared statements, by text. */
  #preambles = new Map<string, Preamble>();
  /** Only of a dedicated backend: behind a pooler, another backend may prepare a statement again. */
  #descriptions: RowDescriptions | undefined;
  readonly #session = new SessionSettings();
  #isStale = false;
  #transaction: { readonly limits: StatementLimits | undefined; readonly readsOnly: boolean } | undefined;
  /** The statement that begins a transaction, until it is sent together with the first statement of the transaction. */
  #beginning: string | undefined;
  #isInTransaction = false;
  #lostCommit: CommitUnknown | undefined;
  readonly #written: WrittenTopics | undefined;
  readonly #deadline = new AnswerDeadline((late) => void this.#wire.stream.destroy(late));
  /** Receives each error of a statement before it is thrown. */
  onFailure: ((error: unknown) => void) | undefined;

  constructor(config: PreparingConfig = {}) {
    super(config);
    this.#config = config;
    this.#naming = config.naming?.() ?? { isOn: true };
    this.#prefix = config.isEmbedded ? `c${++clients}_` : '';
    this.#written = config.onWritten && new WrittenTopics(config.onWritten);
  }

  /** Stores the properties of the backend of a new connection. */
  learn(backend: SessionBackend): void {
    this.#session.learn(backend);
    this.#descriptions = backend.isOwn ? new Map() : undefined;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver has six overloads, of which one matters here
  override query(text?: any, values?: any, callback?: any): any {
    const isOurs = typeof text === 'string' && callback === undefined && typeof values !== 'function';
    if (isOurs) return this.#query(text, values);
    void this.#sendBeginning();
    return this.#ask(text, values, callback);
  }

  /** Sends the last statement of a transaction, with the commit in the same round trip where that is possible. */
  async queryLast(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (!this.#config.isEmbedded && isCombinable(text, values)) return this.#query(text, values, true);
    const result = await this.#query(text, values);
    await this.#query('commit');
    return result;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #ask(query: any, values?: any, callback?: any): any {
    return super.query(query, values, callback);
  }

  async #query(text: string, values: readonly unknown[] = [], commits = false): Promise<pg.QueryResult> {
    const limits = this.#config.limits?.();
    // The query builder rolls back after a failed commit and reports the error of the rollback.
    if (text === 'rollback' && this.#lostCommit) throw this.#lostCommit;
    if (this.#isStale && !this.#isInside) await this.#forgetNames();
    const end = this.#deadline.begin(limits?.answerMillis ?? 0);
    try {
      return this.#noted(await this.#send(text, values, { limits, commits }), text, commits);
    } catch (error) {
      if (isSharedBackend(error)) this.#naming.isOn = false;
      if (!isStalePlan(error)) {
        const failure = this.#errorOf(error, text, { limits, commits });
        this.onFailure?.(failure);
        throw failure;
      }
      this.#isStale = true;
      if (this.#isInside) throw error;
      await this.#forgetNames();
      return this.#noted(await this.#send(text, values, { limits, commits }), text, commits);
    } finally {
      end();
    }
  }

  #noted(result: pg.QueryResult, text: string, commits: boolean): pg.QueryResult {
    this.#written?.note(text, result.rowCount, commits || this.#isInside);
    if (commits) this.#ended(true);
    return result;
  }

  #send(text: string, values: readonly unknown[], { limits, commits }: SendingTerms): Promise<pg.QueryResult> {
    if (begin.test(text)) return this.#begin(text, limits);
    if (text === 'commit' || text === 'rollback') return this.#end(text);
    const query = this.#named(text, values);
    const setting = this.#beginning === undefined ? this.#settingBefore(limits) : this.#takeBeginning();
    if (commits) return this.#askCombined(query, setting, this.#isCommitTimed ? timedCommit : plainCommit);
    if (!setting) return this.#askNamed(query);
    return this.#sendAfter(setting, query, isCombinable(text, values));
  }

  #settingBefore(limits: StatementLimits | undefined): Setting | undefined {
    return this.#isInside || this.#config.isEmbedded ? undefined : this.#session.before(limits);
  }

  #takeBeginning(): Setting | undefined {
    const text = this.#beginning;
    this.#beginning = undefined;
    return text === undefined ? undefined : { text, onSuccess: onDone };
  }

  /** Sends a deferred beginning on its own, before a statement that cannot follow it in one round trip. */
  async #sendBeginning(): Promise<void> {
    const setting = this.#takeBeginning();
    // On a lost connection the statement after it fails, too.
    if (setting) await this.#ask({ text: setting.text }).catch(() => {});
  }

  /** Whether a transaction was begun and not ended; of a deferred beginning the driver learns later. */
  get #isInside(): boolean {
    return this.#isInTransaction || this.getTransactionStatus() !== 'I';
  }

  async #sendAfter(setting: Setting, query: pg.QueryConfig, follows: boolean): Promise<pg.QueryResult> {
    const result = follows ? await this.#askCombined(query, setting) : await this.#ask({ text: setting.text });
    setting.onSuccess();
    return follows ? result : this.#ask(query);
  }

  #askCombined(query: pg.QueryConfig, setting: Setting | undefined, following?: Buffer): Promise<pg.QueryResult> {
    const parts = { preamble: setting && this.#preamble(setting.text), following, known: this.#descriptions };
    return this.#settle(new CombinedQuery(query, parts));
  }

  #askNamed(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (query.name === undefined || !this.#descriptions) return this.#ask(query);
    return this.#settle(new StatementQuery(query, this.#descriptions));
  }

  #settle(query: StatementQuery): Promise<pg.QueryResult> {
    this.#ask(query);
    return query.result;
  }

  async #begin(text: string, limits: StatementLimits | undefined): Promise<pg.QueryResult> {
    this.#transaction = { limits, readsOnly: text.includes('read only') };
    const beginning = this.#config.isEmbedded ? undefined : this.#session.beginning(text, limits);
    if (beginning === text && isAlone.test(text)) {
      this.#beginning = text;
      this.#isInTransaction = true;
      return nothing('BEGIN');
    }
    const result = await this.#ask({ text: beginning ?? text });
    return Array.isArray(result) ? result[0] : result;
  }

  async #end(text: 'commit' | 'rollback'): Promise<pg.QueryResult> {
    let isCommitted = text === 'commit';
    try {
      // Nothing was sent since the beginning, and neither was that.
      if (this.#takeBeginning()) return nothing(text.toUpperCase());
      return await (text === 'commit' ? this.#commit() : this.#ask({ text }));
    } catch (error) {
      isCommitted &&= !(error instanceof NothingCommitted);
      throw error;
    } finally {
      this.#ended(isCommitted);
    }
  }

  #ended(isCommitted: boolean): void {
    this.#isInTransaction = false;
    this.#written?.end(isCommitted);
  }

  get #isCommitTimed(): boolean {
    return (this.#transaction?.limits?.statementMillis ?? 0) > 0 && !this.#config.isEmbedded;
  }

  async #commit(): Promise<pg.QueryResult> {
    // A failed transaction accepts no settings.
    const isPlain = !this.#isCommitTimed || this.getTransactionStatus() !== 'T';
    const answer = await this.#ask({ text: isPlain ? 'commit' : unlimitedCommit.join('; ') });
    const result: pg.QueryResult = Array.isArray(answer) ? answer.at(-1) : answer;
    if (result.command === 'ROLLBACK') throw new NothingCommitted();
    return result;
  }

  /** Converts errors to those of this package; closes a connection to a read-only server. */
  #errorOf(error: unknown, text: string, { limits, commits }: SendingTerms): unknown {
    const failure = withUnavailability(error);
    const mayCommit = (commits || text === 'commit') && !this.#transaction?.readsOnly;
    if (mayCommit && failure instanceof DatabaseUnavailable) {
      if (mayBeSent(error)) this.#loseCommit(error, text);
      return this.#lostCommit ?? failure;
    }
    const isOurReading = this.#isInside && this.#transaction?.readsOnly === true;
    if (this.#config.mustWrite && isReadOnlyRefusal(error) && !isOurReading) {
      void this.end();
      return new DatabaseUnavailable(error);
    }
    return limits ? withLimitsReached(failure, limits) : failure;
  }

  /** A change whose commit is unknown counts as committed. */
  #loseCommit(cause: unknown, text: string): void {
    this.#lostCommit = new CommitUnknown(cause);
    this.#written?.note(text, null, true);
    this.#ended(true);
  }

  #named(text: string, values: readonly unknown[]): pg.QueryConfig {
    if (values.length === 0) return { text };
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < mostNames) {
      name = this.#prefix + statementName(text);
      this.#names.set(text, name);
    }
    const isNamed = name !== undefined && this.#naming.isOn;
    return isNamed ? { name, text, values: values as unknown[] } : { text, values: values as unknown[] };
  }

  #preamble(text: string): Preamble {
    if (!this.#naming.isOn) return { messages: statementMessages(text, ''), onDone };
    const known = this.#preambles.get(text);
    if (known) return known;
    const name = statementName(text);
    const learn = () => void this.#preambles.set(text, { messages: plainExecution(name), onDone });
    return { messages: statementMessages(text, name), onDone: learn };
  }

  async #forgetNames(): Promise<void> {
    this.#isStale = false;
    this.#names = new Map();
    this.#preambles = new Map();
    this.#descriptions?.clear();
    await this.#ask('deallocate all');
    this.#wire.parsedStatements = {};
  }

  get #wire(): WireConnection {
    return this.connection as unknown as WireConnection;
  }
}
