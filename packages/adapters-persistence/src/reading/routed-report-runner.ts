import { type Question, type ReportAnswer, type ReportRunner, reportTookTooLong } from '@backroom/core/analytics';
import { isCancelled, isOfDatabase } from '../database-errors.ts';
import type { Replica } from './replica.ts';
import type { ReportCounts } from './replica-state.ts';
import type { Replicas } from './replicas.ts';
import { reportsOfSnapshot } from './reports-of-snapshot.ts';

/** Dependencies of `RoutedReportRunner`. */
export interface RoutedReportRunnerParts {
  readonly primary: ReportRunner;
  readonly replicas: Replicas | undefined;
  /** The account of the surrounding work. */
  readonly account: () => number | undefined;
}

/**
 * Routes reports to an eligible replica, with failover to the primary. A cancelled statement is reported as
 * `shop_analytics_report_timeout`.
 */
export class RoutedReportRunner implements ReportRunner {
  readonly #parts: RoutedReportRunnerParts;
  readonly #counts = { primary: 0, replicas: 0, failedOver: 0 };

  constructor(parts: RoutedReportRunnerParts) {
    this.#parts = parts;
  }

  counts(): ReportCounts {
    return { ...this.#counts };
  }

  answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    return this.#read({
      replica: (replica) => replica.answer(question),
      primary: (primary) => inTime(primary.answer(question)),
    });
  }

  inOneSnapshot<T>(work: (reports: ReportRunner) => Promise<T>): Promise<T> {
    return this.#read({
      replica: (replica) => replica.inOneSnapshot(work),
      primary: (primary) =>
        primary.inOneSnapshot((inner) => work(reportsOfSnapshot((question) => inTime(inner.answer(question))))),
    });
  }

  async #read<T>(read: Readings<T>): Promise<T> {
    const account = this.#parts.account();
    // Without an account its recent writes are unknown: read from the primary.
    const replica = account === undefined ? undefined : this.#parts.replicas?.choose(account);
    if (!replica) return this.#ask(read);
    try {
      const answer = await read.replica(replica);
      this.#counts.replicas += 1;
      return answer;
    } catch (error) {
      if (!isOfDatabase(error)) throw error;
      this.#counts.failedOver += 1;
      return await this.#ask(read);
    }
  }

  #ask<T>({ primary }: Readings<T>): Promise<T> {
    this.#counts.primary += 1;
    return primary(this.#parts.primary);
  }
}

/** The same reading from a replica and from the primary. */
interface Readings<T> {
  replica(replica: Replica): Promise<T>;
  primary(primary: ReportRunner): Promise<T>;
}

/** Converts the cancellation of a statement. */
const inTime = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw isCancelled(error) ? reportTookTooLong(error) : error;
  });
