import type { Question, ReportAnswer, ReportRow, ReportRunner } from '@backroom/core';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { isOneTime, type SnapshotAnswer } from '../reading/caching-report-runner.ts';
import { stockedProducts } from '../stores/shop-stock/linked-stock.ts';
import type { Tables } from '../tables.ts';
import { type AnswerPiece, gathered, isInPieces, MOMENT } from './answer-pieces.ts';
import { statementOf } from './report-statements.ts';

/** What a runner depends on beside the database. */
export interface SqlReportRunnerOptions {
  /** Products are the items of the same sku unless told otherwise. */
  readonly stockLinkBySku?: boolean;
  /** Hears of each choice between sums and facts: the name of the sums, or `facts`. */
  readonly onSource?: (source: string) => void;
  /** From so many rows on the day on which a page begins is looked for; a thousand unless given. */
  readonly deepest?: number;
  /** Of more orders than these the lines are not all read to tell how many products there are; some thousands unless given. */
  readonly sampled?: number;
}

/**
 * Answers questions in PostgreSQL: a whole question is one statement, and so sees one state of the data. What sums can tell is
 * read from them, as far as they are up to date: only days, months, quarters and years that no row of `dirty_day` is in, and none
 * at all while `fact_rules.rebuild_from` is not null or the question has other rules than they were counted by. All else is
 * counted from facts in the same statement, so the answer is always what the facts say.
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

  /** Answers, and names the state of the data that the statement saw. */
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
    const { rows } = await db.executeQuery<ReportAnswer<Q> & Read>(compiled);
    const [row] = rows;
    if (!row) throw new RangeError('A question was not answered.');
    const { [MOMENT]: moment, ...answer } = row;
    return {
      answer: { ...emptyAnswer(names), ...answer } as unknown as ReportAnswer<Q>,
      snapshot: moment ?? undefined,
    };
  }

  /** A question always becomes the same statement, and putting that together takes longer than much of what it asks. */
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

/** So many statements are remembered, of questions that are no longer than this. */
const mostStatements = 200;
const mostLetters = 20_000;

interface Read {
  readonly [MOMENT]: string | null;
}

/** Nothing from any plan. */
const emptyAnswer = (names: readonly string[]): Record<string, readonly ReportRow[]> =>
  Object.fromEntries(names.map((name) => [name, []]));
