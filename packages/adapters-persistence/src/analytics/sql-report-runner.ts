import type { Question, ReportAnswer, ReportRow, ReportRunner } from '@backroom/core/analytics';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { isOneTime, type SnapshotAnswer } from '../reading/caching-report-runner.ts';
import { stockedProducts } from '../stores/shop-stock/linked-stock.ts';
import type { Tables } from '../tables.ts';
import { type AnswerPiece, gathered, isInPieces, MOMENT } from './answer-pieces.ts';
import { statementOf } from './report-statements.ts';

/** Options of `SqlReportRunner`. */
export interface SqlReportRunnerOptions {
  /** Whether equal skus link products to items; true by default. */
  readonly stockLinkBySku?: boolean;
  /** Called for each choice between roll-ups and facts, with the name of the roll-up or `facts`. */
  readonly onSource?: (source: string) => void;
  /** Minimum offset of the deep page strategy; 1,000 by default. */
  readonly deepest?: number;
  /** Maximum number of orders whose lines are all read for a distinct count of products. */
  readonly sampled?: number;
}

/**
 * Answers questions in PostgreSQL, each with one statement and so from one snapshot. Sums of orders are read with their pending
 * rows. Other roll-ups are used as far as they are fresh: only periods without a row in `dirty_day`, and none while `fact_rules.rebuild_from` is not null or the rules of the
 * question differ from the stored ones. The rest is computed from facts in the same statement, so the answer always equals
 * that of the facts.
 */
export class SqlReportRunner implements ReportRunner {
  readonly #database: Pick<Database, 'kysely'>;
  readonly #usesSkus: boolean;
  readonly #statements = new Map<string, CompiledQuery<never>>();
  readonly #choosing: Pick<SqlReportRunnerOptions, 'onSource' | 'deepest' | 'sampled'>;

  constructor(database: Pick<Database, 'kysely'>, { stockLinkBySku = true, ...choosing }: SqlReportRunnerOptions = {}) {
    this.#database = database;
    this.#usesSkus = stockLinkBySku;
    this.#choosing = choosing;
  }

  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    return (await this.answerAt(question)).answer;
  }

  /** Answers a question and returns the snapshot id of the statement. */
  async answerAt<Q extends Question>(question: Q): Promise<SnapshotAnswer<Q>> {
    const names = Object.keys(question);
    if (names.every((name) => question[name]?.isInner))
      return { answer: emptyAnswer(names) as ReportAnswer<Q>, snapshot: undefined };
    const db = this.#database.kysely();
    const compiled = this.#compiled(question, db);
    if (isInPieces(question)) {
      const { rows: pieces } = await db.executeQuery<AnswerPiece>(compiled as CompiledQuery<AnswerPiece>);
      const { answer, moment } = gathered(pieces);
      return { answer: { ...emptyAnswer(names), ...answer } as ReportAnswer<Q>, snapshot: moment };
    }
    const { rows } = await db.executeQuery<ReportAnswer<Q> & SnapshotRow>(compiled);
    const [row] = rows;
    if (!row) throw new RangeError('A question was not answered.');
    const { [MOMENT]: moment, ...answer } = row;
    return {
      answer: { ...emptyAnswer(names), ...answer } as unknown as ReportAnswer<Q>,
      snapshot: moment ?? undefined,
    };
  }

  /** Cache of compiled statements: compiling often takes longer than the query. */
  #compiled(question: Question, db: Kysely<Tables>): CompiledQuery<never> {
    const options = { stocked: stockedProducts(this.#usesSkus), ...this.#choosing };
    const compile = () => statementOf<never>(question, options).compile(db);
    if (isOneTime(question)) return compile();
    const key = JSON.stringify(question);
    const known = this.#statements.get(key);
    if (known) return known;
    const compiled = compile();
    if (key.length > mostLetters) return compiled;
    const [oldest] = this.#statements.size < mostStatements ? [] : this.#statements.keys();
    if (oldest !== undefined) this.#statements.delete(oldest);
    this.#statements.set(key, compiled);
    return compiled;
  }
}

/** Limits of the statement cache: number of entries, and length of a key. */
const mostStatements = 200;
const mostLetters = 20_000;

interface SnapshotRow {
  readonly [MOMENT]: string | null;
}

/** Empty result of every plan. */
const emptyAnswer = (names: readonly string[]): Record<string, readonly ReportRow[]> =>
  Object.fromEntries(names.map((name) => [name, []]));
