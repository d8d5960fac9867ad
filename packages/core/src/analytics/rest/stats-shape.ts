import type { Schema, Schemas } from '../../kernel/schema.ts';
import type { Meanings } from '../report.ts';
import type { Metric, Segment, StatsReport } from '../stats.ts';

const integer = { type: 'integer' } as const;
const number = { type: 'number' } as const;
const text = { type: 'string' } as const;

/** Schema of a stats report. */
export function statsShape({ slug, metrics, segments }: StatsReport): Schema {
  const name = nameOf(slug);
  const own = metricMembers(metrics);
  // Some metrics are counted over the whole period only.
  const ofParts = Object.fromEntries(
    Object.entries(own).map(([metric, member]) => [
      metric,
      metrics[metric]?.isTotalsOnly ? { ...member, required: false } : member,
    ]),
  );
  const parts = segments && {
    segments: { type: 'array', items: segmentShape(name, segmentMetrics(segments, own)) } as const,
  };
  const totals = { name: `${name}Totals`, type: 'object', properties: { ...own, ...parts } } as const;
  const subtotals = { name: `${name}Subtotals`, type: 'object', properties: { ...ofParts, ...parts } } as const;
  const dates = { interval: text, date_start: text, date_start_gmt: text, date_end: text, date_end_gmt: text };
  const interval = { name: `${name}Interval`, type: 'object', properties: { ...dates, subtotals } } as const;
  return {
    name: `${name}Stats`,
    type: 'object',
    properties: { totals, intervals: { type: 'array', items: interval } },
  };
}

const numberOf = ({ kind, formula }: Metric) => (kind === 'count' && !('ratio' in formula) ? integer : number);

const metricMembers = (metrics: StatsReport['metrics']): Schemas =>
  Object.fromEntries(
    Object.entries(metrics).map(([name, metric]) => [name, { ...numberOf(metric), description: metric.meaning }]),
  );

/** Metrics of all segmentations; those that some of them lack are not always there. */
function segmentMetrics(segments: Readonly<Record<string, Segment>>, own: Schemas): Schemas {
  const kinds = Object.values(segments);
  const members = kinds.flatMap(({ metrics }) =>
    Object.entries(metrics).map(([name, metric]) => {
      const isEverywhere = kinds.every((other) => Object.hasOwn(other.metrics, name));
      return [name, { ...(own[name] ?? numberOf(metric)), ...(!isEverywhere && { required: false }) }] as const;
    }),
  );
  return Object.fromEntries(members);
}

const hidden = { published: false } as const;

const segmentShape = (name: string, properties: Schemas): Schema => ({
  name: `${name}Segment`,
  type: 'object',
  properties: {
    segment_id: { type: ['integer', 'string'], ...hidden },
    segment_label: { type: ['string', 'null'], ...hidden },
    subtotals: { name: `${name}SegmentSubtotals`, type: 'object', properties, ...hidden },
  },
});

/** `revenue/stats` → `Revenue`. */
const nameOf = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replace(/\/.*$/, '');

/** Adds descriptions to the members of a schema. */
export const withMeanings = (shape: Schema, meanings: Meanings): Schema => ({
  ...shape,
  properties: Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([name, member]) => [
      name,
      { ...member, ...(Object.hasOwn(meanings, name) && { description: meanings[name] }) },
    ]),
  ),
});
