import type { Question, ReportAnswer, ReportRow, ReportRunner } from '@backroom/core';
import type { Database } from '../database.ts';
import { stockedProducts } from '../stores/linked-stock.ts';
import { statementOf } from './report-statements.ts';

/**
 * Answers questions from the facts in PostgreSQL: a whole question is one statement, and so sees one state of the data. Sums are
 * not read; where they are to be one day, then in that statement too, only of days, months, quarters and years that no row of
 * `dirty_day` is in, and none at all while `fact_rules.rebuild_from` is not null: what they say then is by other rules.
 */
export class SqlReportRunner implements ReportRunner {
  readonly #database: Pick<Database, 'kysely'>;
  readonly #usesSkus: boolean;

  /** Products are the items of the same sku unless told otherwise. */
  constructor(
    database: Pick<Database, 'kysely'>,
    { stockLinkBySku = true }: { readonly stockLinkBySku?: boolean } = {},
  ) {
    this.#database = database;
    this.#usesSkus = stockLinkBySku;
  }

  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    const names = Object.keys(question);
    if (names.every((name) => question[name]?.isInner)) return emptyAnswer(names) as ReportAnswer<Q>;
    const db = this.#database.kysely();
    const { rows } = await statementOf<ReportAnswer<Q>>(question, stockedProducts(this.#usesSkus)).execute(db);
    const [answer] = rows;
    if (!answer) throw new RangeError('A question was not answered.');
    return { ...emptyAnswer(names), ...answer };
  }
}

/** Nothing from any plan. */
const emptyAnswer = (names: readonly string[]): Record<string, readonly ReportRow[]> =>
  Object.fromEntries(names.map((name) => [name, []]));
