import type { GroupPlan, Question } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { isRaw } from '../raw-groups.ts';
import type { Piece } from '../report-scope.ts';
import { rowsAsked } from './paired-plans.ts';

interface FactPart {
  readonly name: string;
  readonly rows: Piece;
  /** Names of the columns, by what they are. */
  readonly columns: Map<string, { readonly as: string; readonly piece: Piece }>;
}

/** Rows of facts that a statement reads several times, each as one CTE that is not materialised. */
export class FactRows {
  readonly #parts = new Map<string, FactPart>();
  readonly #plans: readonly string[];

  constructor(question: Question) {
    this.#plans = Object.entries(question).flatMap(([name, plan]) =>
      plan.kind === 'groups' && isRaw(question, name) ? [JSON.stringify(rowsAsked(plan, question))] : [],
    );
  }

  /** Whether several plans of the question have the rows of this one, in any range. */
  isShared(plan: GroupPlan, question: Question): boolean {
    const key = JSON.stringify(rowsAsked(plan, question));
    return this.#plans.filter((each) => each === key).length > 1;
  }

  /** The CTE of these rows, `from` and `where`; rows with the same key are the same. */
  of(key: string, rows: Piece): { readonly name: string; column(what: string, piece: Piece): Piece } {
    const name = `rows_${this.#parts.size}`;
    const part = this.#parts.get(key) ?? { name, rows, columns: new Map() };
    this.#parts.set(key, part);
    const column = (what: string, piece: Piece): Piece => {
      const known = part.columns.get(what) ?? { as: `c${part.columns.size}`, piece };
      part.columns.set(what, known);
      return sql.raw(known.as);
    };
    return { name: part.name, column };
  }

  /** The CTEs, once all plans have named their columns. */
  parts(): readonly Piece[] {
    return [...this.#parts.values()].map(({ name, rows, columns }) => {
      const all = [...columns.values()].map(({ as, piece }) => sql`${piece} ${sql.raw(as)}`);
      return sql`${sql.raw(name)} as not materialized (select ${sql.join(all)} ${rows})`;
    });
  }
}
