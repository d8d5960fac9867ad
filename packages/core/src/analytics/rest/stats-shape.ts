import type { Schema, Schemas } from '../../kernel/schema.ts';
import type { Meanings } from '../report.ts';
import type { CurrentMeasure, Measure, Segment, StatsReport } from '../stats.ts';

const integer = { type: 'integer' } as const;
const number = { type: 'number' } as const;
const text = { type: 'string' } as const;

/** Schema of a stats report. */
export function statsShape({ slug, measures, segments }: StatsReport): Schema {
  const name = nameOf(slug);
  const own = measureMembers(measures);
  // Some measures are counted over the whole period only.
  const ofParts = Object.fromEntries(
    Object.entries(own).map(([measure, member]) => [
      measure,
      measures[measure]?.isTotalsOnly ? { ...member, required: false } : member,
    ]),
  );
  const parts = segments && {
    segments: { type: 'array', items: segmentShape(name, segmentMeasures(segments, own)) } as const,
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

const numberOf = ({ kind, formula }: Measure) => (kind === 'count' && !('ratio' in formula) ? integer : number);

const measureMembers = (measures: StatsReport['measures']): Schemas =>
  Object.fromEntries(
    Object.entries(measures).map(([name, measure]) => [name, { ...numberOf(measure), description: measure.meaning }]),
  );

/** `Customer` of `customers/stats`. */
const oneOf = (slug: string): string => nameOf(slug).replace(/s$/, '');

/** Schema of totals of current data. */
export const currentShape = (slug: string, measures: Readonly<Record<string, CurrentMeasure>>): Schema => ({
  name: `${oneOf(slug)}Stats`,
  type: 'object',
  properties: {
    totals: {
      name: `${oneOf(slug)}Totals`,
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(measures).map(([name, { unit, meaning }]) => [
          name,
          { ...(unit === 'count' ? integer : number), description: meaning },
        ]),
      ),
    },
  },
});

/** Measures of all segmentations; those that some of them lack are not always there. */
function segmentMeasures(segments: Readonly<Record<string, Segment>>, own: Schemas): Schemas {
  const kinds = Object.values(segments);
  const members = kinds.flatMap(({ measures }) =>
    Object.entries(measures).map(([name, measure]) => {
      const isEverywhere = kinds.every((other) => Object.hasOwn(other.measures, name));
      return [name, { ...(own[name] ?? numberOf(measure)), ...(!isEverywhere && { required: false }) }] as const;
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
