import type { Question, ReportAnswer, ReportRow, ReportRunner } from '@backroom/core/analytics';
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { isOneTime, type SnapshotAnswer, type SnapshotReader } from '../reading/caching-report-runner.ts';
import { reportsOfSnapshot } from '../reading/reports-of-snapshot.ts';
import { snapshotId } from '../reading/snapshot-id.ts';
import { type SnapshotLimit, SnapshotTime } from '../reading/snapshot-time.ts';
import { stockedProducts } from '../stores/shop-stock/linked-stock.ts';
import type { Tables } from '../tables.ts';
import { type AnswerChunk, gathered, isChunked, MOMENT, type Moment } from './answer-chunks.ts';
import { isRaw, readRaw } from './raw-groups.ts';
import { statementOf } from './report-statements.ts';
import { FollowedRules, type StoredRules } from './roll-ups/followed-rules.ts';
import { pairsOf, splitPair } from './shared/paired-plans.ts';

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
  /** Time after which a shared snapshot ends; without one there is no limit. */
  readonly snapshotLimit?: SnapshotLimit | undefined;
}

/**
 * Answers questions in PostgreSQL, each with one statement and so from one snapshot. Roll-ups are read with their pending rows;
 * those that follow the rules, only while `fact_rules.rebuild_from` is null and the rules of the question are the stored ones.
 * A statement is built for the rules that were seen last and returns those of its snapshot: if they are others, it is built again,
 * so the answer always equals that of the facts.
 */
export class SqlReportRunner implements ReportRunner {
  readonly #database: Pick<Database, 'kysely' | 'inSnapshot'>;
  readonly #usesSkus: boolean;
  readonly #statements = new Map<string, BuiltStatement>();
  /** The rules seen last; undefined before the first. */
  #rules: StoredRules | null | undefined;
  readonly #choosing: Pick<SqlReportRunnerOptions, 'onSource' | 'deepest' | 'sampled'>;
  readonly #snapshotLimit: SnapshotLimit | undefined;

  constructor(
    database: Pick<Database, 'kysely' | 'inSnapshot'>,
    { stockLinkBySku = true, snapshotLimit, ...choosing }: SqlReportRunnerOptions = {},
  ) {
    this.#database = database;
    this.#usesSkus = stockLinkBySku;
    this.#snapshotLimit = snapshotLimit;
    this.#choosing = choosing;
  }

  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    return (await this.answerAt(question)).answer;
  }

  /** Answers a question and returns the snapshot id of the statement. */
  answerAt<Q extends Question>(question: Q): Promise<SnapshotAnswer<Q>> {
    return this.#answerOn(question, this.#database.kysely());
  }

  inOneSnapshot<T>(work: (reports: ReportRunner) => Promise<T>): Promise<T> {
    return this.readSnapshot(({ answer }) => work(reportsOfSnapshot(answer)));
  }

  /** Runs work on one snapshot, and passes its id. After a statement has failed, the later ones fail with its error. */
  async readSnapshot<T>(work: (snapshot: SnapshotReader) => Promise<T>): Promise<T> {
    const time = new SnapshotTime(this.#snapshotLimit);
    const run = async (db: Kysely<Tables>): Promise<T> => {
      const { rows } = await sql<{ id: string | null }>`select ${snapshotId} as id`.execute(db);
      const answers = oneFailure(async <Q extends Question>(question: Q) => {
        await time.limit(db);
        return (await this.#answerOn(question, db)).answer;
      });
      const result = await work({ id: rows[0]?.id ?? undefined, answer: answers.answer });
      // The server has undone the transaction, so it cannot be committed.
      if (answers.hasFailed()) throw new UndoneSnapshot(result);
      return result;
    };
    try {
      return await this.#database.inSnapshot(run);
    } catch (error) {
      if (error instanceof UndoneSnapshot) return error.result as T;
      throw error;
    }
  }

  async #answerOn<Q extends Question>(question: Q, db: Kysely<Tables>): Promise<SnapshotAnswer<Q>> {
    const names = Object.keys(question);
    if (names.every((name) => question[name]?.isInner))
      return { answer: emptyAnswer(names) as ReportAnswer<Q>, snapshot: undefined };
    for (let attempt = 1; ; attempt += 1) {
      // Without any rules everything is counted from facts, which is right whatever they are.
      const built = this.#built(question, db, attempt < MOST_ATTEMPTS ? this.#rules : null);
      const { answer, moment } = await readOn(built.compiled, question, db);
      const { id, rules } = moment ?? { id: null };
      if (rules !== undefined) this.#rules = rules;
      if (attempt === MOST_ATTEMPTS || rules === undefined || built.rules.isBuiltFor(rules))
        return { answer: { ...emptyAnswer(names), ...answer } as ReportAnswer<Q>, snapshot: id ?? undefined };
    }
  }

  /** Cache of built statements: building often takes longer than the query. */
  #built(question: Question, db: Kysely<Tables>, known: StoredRules | null | undefined): BuiltStatement {
    const options = { stocked: stockedProducts(this.#usesSkus), ...this.#choosing };
    const build = (): BuiltStatement => {
      const rules = new FollowedRules(known);
      return { rules, compiled: statementOf<never>(question, { ...options, rules }).compile(db) };
    };
    if (isOneTime(question)) return build();
    const key = JSON.stringify(question);
    const kept = this.#statements.get(key);
    if (kept && (known === undefined || kept.rules.isBuiltFor(known))) return kept;
    const built = build();
    if (key.length > mostLetters) return built;
    const [oldest] = kept || this.#statements.size < mostStatements ? [] : this.#statements.keys();
    if (oldest !== undefined) this.#statements.delete(oldest);
    this.#statements.set(key, built);
    return built;
  }
}

/** A statement with the rules for which it was built. */
interface BuiltStatement {
  readonly compiled: CompiledQuery<never>;
  readonly rules: FollowedRules;
}

async function readOn(compiled: CompiledQuery<never>, question: Question, db: Kysely<Tables>) {
  const { answer, moment } = await rowsOn(compiled, question, db);
  const read = { answer: { ...answer }, moment };
  for (const [name, paired] of pairsOf(question)) {
    const plan = question[name];
    const whole = question[paired];
    if (Object.hasOwn(answer, paired) || plan?.kind !== 'groups' || whole?.kind !== 'groups') continue;
    const { rows, wholes } = splitPair({ plan, whole }, answer[name] ?? []);
    Object.assign(read.answer, { [name]: rows, [paired]: wholes });
  }
  for (const [name, plan] of Object.entries(question))
    if (plan.kind === 'groups' && isRaw(question, name)) readRaw(plan, read.answer[name] ?? []);
  return read;
}

async function rowsOn(compiled: CompiledQuery<never>, question: Question, db: Kysely<Tables>) {
  if (isChunked(question)) return gathered((await db.executeQuery(compiled as CompiledQuery<AnswerChunk>)).rows);
  const { rows } = await db.executeQuery<Readonly<Record<string, readonly ReportRow[] | null>> & MomentRow>(compiled);
  const [row] = rows;
  if (!row) throw new RangeError('A question was not answered.');
  const { [MOMENT]: moment, ...answer } = row;
  const rowsByPlan = Object.entries(answer).map(([name, rows]) => [name, rows ?? []] as const);
  return { answer: Object.fromEntries(rowsByPlan), moment };
}

/** Ends the transaction of a snapshot in which a statement failed; the work has its result all the same. */
class UndoneSnapshot extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('A statement of the snapshot failed.');
    this.result = result;
  }
}

/** Repeats the first failure for all later questions. */
function oneFailure(answer: ReportRunner['answer']) {
  let failure: { readonly error: unknown } | undefined;
  return {
    hasFailed: () => failure !== undefined,
    answer: async <Q extends Question>(question: Q): Promise<ReportAnswer<Q>> => {
      if (failure) throw failure.error;
      try {
        return await answer(question);
      } catch (error) {
        failure = { error };
        throw error;
      }
    },
  };
}

/** Rules can change between two attempts; the last one does not depend on them. */
const MOST_ATTEMPTS = 4;
/** Limits of the statement cache: number of entries, and length of a key. */
const mostStatements = 200;
const mostLetters = 20_000;

interface MomentRow {
  readonly [MOMENT]: Moment;
}

/** Empty result of every plan. */
const emptyAnswer = (names: readonly string[]): Record<string, readonly ReportRow[]> =>
  Object.fromEntries(names.map((name) => [name, []]));
