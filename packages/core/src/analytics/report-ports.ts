import type { CatalogPorts } from '../catalog/index.ts';
import type { CommercePorts } from '../commerce/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { Question } from './plan.ts';

/**
 * One row of an answer. Numbers are integers: counts, ids, ten-thousandths; sums above 900 billion are told to sixteen digits.
 * Moments are texts to the second, `2025-03-30 23:59:59`.
 */
export type ReportRow = Readonly<Record<string, string | number | boolean | null>>;
/** The rows that each plan of a question gave, in its order. */
export type ReportAnswer<Q extends Question = Question> = { readonly [Name in keyof Q]: readonly ReportRow[] };

/** Answers questions about what the facts say. Which storage it asks is its own matter, and makes no difference to an answer. */
export interface ReportRunner {
  /**
   * Answers all plans of a question that are told from one and the same state of the facts: that of this moment, with everything that was
   * committed before. Where copies of the data are asked, it may be a state of some seconds ago, with everything that was
   * committed in the name of the account for which the question is asked. Texts are ordered by their code points.
   * @throws TypeError for a plan that mentions what its table does not have
   * @throws DomainError `shop_analytics_report_timeout` when counting took longer than it may
   */
  answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>>;
}

/** What reports need. */
export interface ReportPorts extends KernelPorts, CommercePorts, Pick<CatalogPorts, 'taxonomy'> {
  readonly reports: ReportRunner;
}
