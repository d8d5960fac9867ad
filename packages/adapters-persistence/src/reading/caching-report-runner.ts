import type { Question, ReportAnswer, ReportRunner } from '@backroom/core/analytics';
import type { ReportCache } from './report-cache.ts';
import { reportsOfSnapshot } from './reports-of-snapshot.ts';

/** An answer with the id of the snapshot that it was read from; undefined where that has none. */
export interface SnapshotAnswer<Q extends Question> {
  readonly answer: ReportAnswer<Q>;
  readonly snapshot: string | undefined;
}

/** One snapshot, while it is open. */
export interface SnapshotReader extends Pick<ReportRunner, 'answer'> {
  /** Undefined where snapshots have no ids. */
  readonly id: string | undefined;
}

/** Dependencies of `CachingReportRunner`. */
export interface CachingReportRunnerParts {
  /** Reads an answer in one statement. */
  readonly source: {
    answerAt<Q extends Question>(question: Q): Promise<SnapshotAnswer<Q>>;
    readSnapshot<T>(work: (snapshot: SnapshotReader) => Promise<T>): Promise<T>;
  };
  /** The last snapshot id of the surrounding work, and whether it is inside of a unit of work. */
  readonly units: { takeSnapshot(): string | undefined; isInside(): boolean };
  readonly cache: ReportCache;
}

/**
 * Returns a cached answer while nothing was committed since it was read: the work has just read the shop settings with their
 * snapshot id, and the cache has an answer from the same snapshot. Otherwise it queries. Validation needs no extra statement.
 */
export class CachingReportRunner implements ReportRunner {
  readonly #parts: CachingReportRunnerParts;

  constructor(parts: CachingReportRunnerParts) {
    this.#parts = parts;
  }

  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    const { source, units, cache } = this.#parts;
    // A unit of work sees its own uncommitted changes.
    if (units.isInside() || isOneTime(question)) return (await source.answerAt(question)).answer;
    const current = units.takeSnapshot();
    const key = JSON.stringify(question);
    const cached = current === undefined ? undefined : cache.get(current, key);
    if (cached) return cached as ReportAnswer<Q>;
    const { answer, snapshot } = await source.answerAt(question);
    if (snapshot !== undefined) cache.set(snapshot, key, answer);
    return answer;
  }

  /** As `answer`: the work is first run over the cache alone, and again in a snapshot of its own at the first answer that is missing. */
  async inOneSnapshot<T>(work: (reports: ReportRunner) => Promise<T>): Promise<T> {
    const { source, units, cache } = this.#parts;
    const current = units.takeSnapshot();
    try {
      if (current !== undefined) return await work(reportsOfSnapshot(cachedOnly(cache, current)));
    } catch (error) {
      if (!(error instanceof NotCached)) throw error;
    }
    return source.readSnapshot((snapshot) => work(reportsOfSnapshot(throughCache(cache, snapshot))));
  }
}

/** Ends work over the cache alone. */
class NotCached extends Error {}

const cachedOnly =
  (cache: ReportCache, snapshot: string): ReportRunner['answer'] =>
  async <Q extends Question>(question: Q) => {
    const cached = cache.get(snapshot, JSON.stringify(question));
    if (!cached) throw new NotCached();
    return cached as ReportAnswer<Q>;
  };

const throughCache =
  (cache: ReportCache, { id, answer }: SnapshotReader): ReportRunner['answer'] =>
  async <Q extends Question>(question: Q) => {
    if (id === undefined || isOneTime(question)) return answer(question);
    const key = JSON.stringify(question);
    const cached = cache.get(id, key);
    if (cached) return cached as ReportAnswer<Q>;
    const read = await answer(question);
    cache.set(id, key, read);
    return read;
  };

/** Whether a question is not expected to repeat, such as a page of an export; neither its answer nor its statement is cached. */
export const isOneTime = (question: Question): boolean => Object.values(question).some((plan) => plan.isOnce);
