import { sql } from 'kysely';
import { dateTypes, type FactDate } from '../facts/chains.ts';
import { areAllPlaced } from './category-sums.ts';

/** The rules that roll-ups follow in a snapshot; null during a rebuild, when those that follow rules must not be read. */
export interface StoredRules {
  readonly date: number;
  readonly week: number;
  readonly excluded: readonly string[];
  /** Whether categories are summed up by the present links of all products. */
  readonly placed: boolean;
}

/** The rules as a JSON column. */
export const storedRules = sql`(
  select json_build_object('date', date_type, 'week', week_starts_on, 'excluded', excluded_statuses,
    'placed', ${areAllPlaced}) from fact_rules where rebuild_from is null)`;

/** What a source demands of the rules; a member that is undefined is not demanded. */
export interface RuleDemand {
  readonly date?: FactDate | undefined;
  readonly week?: number | undefined;
  readonly excluded?: readonly string[] | undefined;
  /** A status that is not excluded. */
  readonly counted?: string | undefined;
  readonly placed?: true | undefined;
}

/**
 * The rules that a statement is built for. Sources are chosen when it is built, so it has no branch for other rules; what it
 * demanded is compared with the rules of the snapshot that it read.
 */
export class FollowedRules {
  readonly #rules: StoredRules | null | undefined;
  readonly #demands: { readonly demand: RuleDemand; readonly isMet: boolean }[] = [];

  /** Undefined: not known, so every demand is taken as met. */
  constructor(rules?: StoredRules | null) {
    this.#rules = rules;
  }

  /** Whether a source with this demand may be read. */
  meet(demand: RuleDemand): boolean {
    const isMet = this.#rules === undefined || meets(this.#rules, demand);
    this.#demands.push({ demand, isMet });
    return isMet;
  }

  /** Whether anything was demanded. */
  get isAsked(): boolean {
    return this.#demands.length > 0;
  }

  /** Whether the statement that was built demands the same of these rules. */
  isBuiltFor(rules: StoredRules | null): boolean {
    return this.#demands.every(({ demand, isMet }) => isMet === meets(rules, demand));
  }
}

const meets = (rules: StoredRules | null, { date, week, excluded, counted, placed }: RuleDemand): boolean =>
  rules !== null &&
  (date === undefined || dateTypes[date] === rules.date) &&
  (week === undefined || week === rules.week) &&
  (excluded === undefined || JSON.stringify(excluded) === JSON.stringify(rules.excluded)) &&
  (counted === undefined || !rules.excluded.includes(counted)) &&
  (placed === undefined || rules.placed);
