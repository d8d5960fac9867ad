import { type UseCase, useCase } from '../../kernel/use-case.ts';
import { envelopeOf } from '../engine/envelope.ts';
import { answerTo, mergeQuestions } from '../engine/merge-questions.ts';
import { planStats } from '../engine/plan-stats.ts';
import type { SentRange } from '../engine/range.ts';
import { noIndicators } from '../errors.ts';
import { type Indicator, indicators } from '../indicators.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import { contextOf } from './report-reading.ts';

/** An indicator with its value in the requested range. */
export interface IndicatorValue extends Indicator {
  readonly value: number;
}

/** Requested indicators and range. */
export interface IndicatorsInput extends SentRange {
  readonly stats: readonly string[];
}

/**
 * Reads the requested indicators from one snapshot, in declared order; unknown names are ignored.
 * @throws DomainError `shop_analytics_performance_indicators_empty_query`, `shop_analytics_report_timeout`
 */
export const readIndicators: UseCase<ReportPorts, IndicatorsInput, readonly IndicatorValue[]> = useCase(
  {
    access: 'manage_store',
    effect: 'read',
    refusals: {
      malformed: ['shop_analytics_performance_indicators_empty_query'],
      unavailable: ['shop_analytics_report_timeout'],
    },
  },
  (ports) =>
    async (_, { stats, ...range }) => {
      if (stats.length === 0) throw noIndicators();
      const wanted = indicators.filter(({ stat }) => stats.includes(stat));
      const context = await contextOf(ports);
      const plans = [...new Set(wanted.map(({ report }) => report))].map((report) => {
        const fields = wanted.filter((each) => each.report === report).map(({ chart }) => chart);
        const query = {
          ...range,
          ...({ fields, hasOnlyFields: true, asked: {}, interval: 'year', page: 1, perPage: 0 } as const),
        };
        return { report, plan: planStats(report, query, context) };
      });
      const question = mergeQuestions(
        Object.fromEntries(plans.map(({ report, plan }) => [report.slug, plan.question])),
      );
      const answer: Readonly<Record<string, readonly ReportRow[]>> = await ports.reports.answer(question);
      const totals = new Map(
        plans.map(({ report, plan }) => [report, envelopeOf(report, plan, answerTo(report.slug, answer)).totals]),
      );
      return wanted.map((each) => ({ ...each, value: totals.get(each.report)?.[each.chart] ?? 0 }));
    },
);

/** Lists all performance indicators, without values. */
export const listIndicators: UseCase<ReportPorts, object, readonly Indicator[]> = useCase(
  { access: 'manage_store', effect: 'read' },
  () => async () => indicators,
);
