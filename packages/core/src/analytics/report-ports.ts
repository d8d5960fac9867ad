import type { CatalogPorts } from '../catalog/index.ts';
import type { CommercePorts } from '../commerce/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { Question } from './plan.ts';

/**
 * One row of an answer. Numbers are integers: counts, ids, ten-thousandths; sums above 900 billion have sixteen
 * significant digits. Times are text to the second, `2025-03-30 23:59:59`.
 */
export type ReportRow = Readonly<Record<string, string | number | boolean | null>>;
/** Rows of each plan of a question, in the order of the plan. */
export type ReportAnswer<Q extends Question = Question> = { readonly [Name in keyof Q]: readonly ReportRow[] };

/** Runs questions against the facts. The choice of storage must not affect the answer. */
export interface ReportRunner {
  /**
   * Answers all plans of a question, except inner ones, from one snapshot: the current one, including everything
   * committed before. A read replica may answer from a snapshot some seconds old that includes everything committed by
   * the account for which the question is asked. Texts are ordered by code point.
   * @throws TypeError for a plan that mentions what its table does not have
   * @throws DomainError `shop_analytics_report_timeout` when counting took longer than it may
   */
  answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>>;
  /**
   * Runs work whose questions are all answered from one snapshot, one after the other on one connection. The work may be
   * run again from its beginning, so it must have no effects; it may use other ports.
   */
  inOneSnapshot<T>(work: (reports: ReportRunner) => Promise<T>): Promise<T>;
}

/** Dependencies of report use cases. */
export interface ReportPorts extends KernelPorts {
  readonly shopSettings: Pick<CommercePorts['shopSettings'], 'read'>;
  readonly taxonomy: Pick<CatalogPorts['taxonomy'], 'attributes'>;
  readonly reports: ReportRunner;
}

/** Whether the database or another adapter supplies each port. */
export const reportPorts = { reports: 'store' } as const;
