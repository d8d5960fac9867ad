import { type Question, type ReportAnswer, type ReportRunner, reportTookTooLong } from '@backroom/core';
import { isCancelled, isOfDatabase } from '../database-errors.ts';
import type { Replicas } from './replicas.ts';

/** Who answered reports, since the program began. */
export interface ReportCounts {
  readonly primary: number;
  readonly replicas: number;
  /** Of those that the first server answered, how many a copy had failed to answer. */
  readonly failedOver: number;
}

/** What reports are routed between. */
export interface RoutedParts {
  /** Asks the server that is written to. */
  readonly primary: ReportRunner;
  readonly replicas: Replicas | undefined;
  /** The account for which the surrounding work is done. */
  readonly account: () => number | undefined;
}

/** Asks a copy of the data where one may be asked, else the server that is written to; and says so where that ended the statement. */
export class RoutedReportRunner implements ReportRunner {
  readonly #parts: RoutedParts;
  readonly #counts = { primary: 0, replicas: 0, failedOver: 0 };

  constructor(parts: RoutedParts) {
    this.#parts = parts;
  }

  /** Who answered so far. */
  counts(): ReportCounts {
    return { ...this.#counts };
  }

  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    const account = this.#parts.account();
    // Of somebody whom nobody knows, nobody knows what they have written.
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
