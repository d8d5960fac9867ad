import type { GroupPlan, Question } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { isRaw } from '../raw-groups.ts';
import type { Piece } from '../report-scope.ts';
import { rowsAsked } from './paired-plans.ts';

/** Rows of a CTE, whose columns its readers name. */
export interface SharedPart {
  readonly name: string;
  column(what: string, piece: Piece): Piece;
}

interface WrittenPart extends SharedPart {
  /** The CTE, once all plans have named their columns. */
  written(): Piece;
}

/** An interval of the groups of a plan. */
export type IntervalKey = Extract<GroupPlan['keys'][string], { interval: unknown }>;

/** What a statement reads several times, each as one CTE: rows of facts, which are not materialised, and what intervals count. */
export class SharedParts {
  readonly #parts = new Map<string, WrittenPart>();
  readonly #plans: readonly { readonly plan: GroupPlan; readonly rows: string }[];

  constructor(question: Question) {
    this.#plans = Object.entries(question).flatMap(([name, plan]) =>
      plan.kind === 'groups' && isRaw(question, name)
        ? [{ plan, rows: JSON.stringify(rowsAsked(plan, question)) }]
        : [],
    );
  }

  /** Whether several plans of the question have the rows of this one, in any range. */
  isShared(plan: GroupPlan, question: Question): boolean {
    return this.#alike(plan, question).length > 1;
  }

  /** The interval by which another plan groups the rows of this one, in the same range. */
  intervalOf(plan: GroupPlan, question: Question): IntervalKey | undefined {
    const where = JSON.stringify(plan.where);
    const others = this.#alike(plan, question).filter((other) => JSON.stringify(other.where) === where);
    const keys = others.map((other) => Object.values(other.keys)).filter(({ length }) => length === 1);
    return keys.flat().flatMap((key) => ('interval' in key ? [key] : []))[0];
  }

  #alike(plan: GroupPlan, question: Question): readonly GroupPlan[] {
    const asked = JSON.stringify(rowsAsked(plan, question));
    return this.#plans.flatMap((each) => (each.rows === asked ? [each.plan] : []));
  }

  /** The CTE of these rows, `from` and `where`; rows with the same key are the same. */
  of(key: string, rows: Piece): SharedPart {
    return this.#part(key, 'rows', (columns) => sql`not materialized (select ${columns} ${rows})`);
  }

  /** Name of the CTE of these intervals; equal keys are the same. */
  intervals(key: string, rows: Piece): string {
    return this.#part(`intervals ${key}`, 'intervals', () => sql`(${rows})`).name;
  }

  /** The CTE of what is counted, once for all plans. */
  counted(key: string, select: (columns: Piece) => Piece): SharedPart {
    return this.#part(`counted ${key}`, 'counted', (columns) => sql`(${select(columns)})`);
  }

  /** Whether an earlier plan reads this CTE of what is counted. */
  isCounted(key: string): boolean {
    return this.#parts.has(`counted ${key}`);
  }

  #part(key: string, kind: string, make: (columns: Piece) => Piece): SharedPart {
    const known = this.#parts.get(key);
    if (known) return known;
    const columns = new Map<string, { readonly as: string; readonly piece: Piece }>();
    const name = `${kind}_${this.#parts.size}`;
    const part: WrittenPart = {
      name,
      column: (what, piece) => {
        const column = columns.get(what) ?? { as: `c${columns.size}`, piece };
        columns.set(what, column);
        return sql.raw(column.as);
      },
      written: () => {
        const all = [...columns.values()].map(({ as, piece: of }) => sql`${of} ${sql.raw(as)}`);
        return sql`${sql.raw(name)} as ${make(sql.join(all))}`;
      },
    };
    this.#parts.set(key, part);
    return part;
  }

  /** The CTEs, each after those that it reads, once all plans have named their columns. */
  parts(): readonly Piece[] {
    return [...this.#parts.values()].map((part) => part.written());
  }
}
