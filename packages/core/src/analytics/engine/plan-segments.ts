import { invalidSegment, tooManySegments } from '../errors.ts';
import { all, any, type Condition, type GroupPlan, type Question, type RowPlan } from '../plan.ts';
import type { ReportAnswer } from '../report-ports.ts';
import { namesIn, type Segment, type SegmentPart, type StatsReport } from '../stats.ts';
import type { ReportParameters } from './conditions.ts';
import { type Part, partPlan } from './stats-parts.ts';

/** Input of `planSegments`. */
export interface Dividing {
  readonly segmentBy: string | undefined;
  readonly asked: ReportParameters;
  readonly parts: readonly Part[];
  readonly fields: readonly string[] | undefined;
  /** Maximum segments; above it nothing is counted and the report is rejected. */
  readonly most: number;
}

/** Name of the plan that lists the segments. */
const NAMES = 'segments';

/** Name of the plan that counts one part of the segments. */
export const segmentPlanName = (part: Part['part'], index: number): string => `segment_${part}_${index}`;

/**
 * Plans the segments of a report; empty for an unsegmented report.
 * @throws DomainError `shop_admin_reports_invalid_segmenting_variation`, `validation_failed` for too many segments
 */
export function planSegments(report: StatsReport, { segmentBy, asked, parts, fields, most }: Dividing): Question {
  const segment = segmentOf(report, segmentBy);
  if (!segment) return {};
  if (segment.needsOneOf && idsIn(asked, segment.needsOneOf).length !== 1) throw invalidSegment();
  const names = namesPlan(segment, asked, most);
  const few: readonly Condition[] = names ? [{ op: 'fewGiven', plan: NAMES, most }] : [];
  if ('fixed' in segment.names && segment.names.fixed.length > most) throw tooManySegments();
  const counted = parts.flatMap((part) =>
    segment.parts.flatMap((each, index): readonly (readonly [string, GroupPlan])[] => {
      const measures = measuresOf(segment, each, fields);
      const plan = { ...segmentPlan(report, { part, each, asked, few }), measures };
      return measures.length === 0 ? [] : [[segmentPlanName(part.part, index), plan]];
    }),
  );
  return { ...(names && { [NAMES]: names }), ...Object.fromEntries(counted) };
}

export const segmentOf = ({ segments }: StatsReport, segmentBy: string | undefined): Segment | undefined =>
  segmentBy !== undefined && segments && Object.hasOwn(segments, segmentBy) ? segments[segmentBy] : undefined;

const idsIn = (asked: ReportParameters, parameters: readonly string[]): readonly number[] => [
  ...new Set(parameters.flatMap((name) => (asked[name] ?? []) as readonly number[])),
];

function measuresOf(
  segment: Segment,
  { counted }: SegmentPart,
  fields: readonly string[] | undefined,
): readonly string[] {
  const measures = Object.keys(segment.measures).filter((name) => fields?.includes(name) ?? true);
  const needed = new Set(measures.flatMap((name) => namesIn(segment.measures[name]?.formula ?? { sum: [] })));
  return counted.filter((name) => needed.has(name));
}

interface Planning {
  readonly part: Part;
  readonly each: SegmentPart;
  readonly asked: ReportParameters;
  readonly few: readonly Condition[];
}

function segmentPlan(report: StatsReport, { part, each: segment, asked, few }: Planning): Omit<GroupPlan, 'measures'> {
  const { over, back, key, each, among } = segment;
  const plan = partPlan(report, part, { over, ...(back !== undefined && { by: back }) });
  const values = among ? ((asked[among.parameter] ?? []) as readonly number[]) : [];
  const where = all(
    ...few,
    plan.where,
    { op: 'known', column: key },
    ...(among && values.length > 0 ? [{ op: 'among', column: among.column, values } as const] : []),
  );
  return { ...plan, where, keys: { ...plan.keys, segment: { column: key } }, ...(each && { each }) };
}

function namesPlan({ names }: Segment, asked: ReportParameters, most: number): RowPlan | undefined {
  if ('fixed' in names) return undefined;
  const { from, columns, where, selectedBy } = names;
  const ids = selectedBy ? idsIn(asked, selectedBy.parameters) : [];
  const chosen = selectedBy && ids.length > 0 ? [any(...selectedBy.columns.map((column) => listed(column, ids)))] : [];
  return {
    kind: 'rows',
    from,
    where: all(...(where ? [where] : []), ...chosen),
    columns,
    orderBy: [{ by: 'id', descending: false }],
    limit: most + 1,
  };
}

const listed = (column: string, values: readonly number[]): Condition => ({ op: 'among', column, values });

/**
 * Segments by id.
 * @throws DomainError `validation_failed` for too many segments
 */
export function segmentNames(
  { names, needsOneOf }: Segment,
  { asked, most }: Pick<Dividing, 'asked' | 'most'>,
  answer: ReportAnswer,
) {
  if ('fixed' in names) return names.fixed;
  const rows = answer[NAMES] ?? [];
  if (rows.length > most) throw tooManySegments();
  const ids = idsIn(asked, needsOneOf ?? []);
  return rows.map((row) => names.labelOf(row, ids)).toSorted((a, b) => a.id - b.id);
}
