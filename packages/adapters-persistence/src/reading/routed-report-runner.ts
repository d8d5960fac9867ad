import { type Question, type ReportAnswer, type ReportRunner, reportTookTooLong } from '@backroom/core/analytics';
import { isCancelled, isOfDatabase } from '../database-errors.ts';
import type { ReportCounts } from './replica-state.ts';
import type { Replicas } from './replicas.ts';

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

  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    const account = this.#parts.account();
    // Without an account its recent writes are unknown: read from the primary.
    const replica = account === undefined ? undefined : this.#parts.replicas?.choose(account);
    if (!replica) return this.#ask(question);
    try {
      const answer = await replica.answer(question);
      this.#counts.replicas += 1;
      return answer;
    } catch (error) {
      if (!isOfDatabase(error)) throw error;
      this.#counts.failedOver += 1;
      return await this.#ask(question);
    }
  }

  async #ask<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    this.#counts.primary += 1;
    try {
      return await this.#parts.primary.answer(question);
    } catch (error) {
      throw isCancelled(error) ? reportTookTooLong(error) : error;
    }
  }
}
