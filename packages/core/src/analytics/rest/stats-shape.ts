import type { Schema } from '../../kernel/schema.ts';
import type { Meanings } from '../report.ts';
import type { StatsReport } from '../stats.ts';

const integer = { type: 'integer' } as const;
const number = { type: 'number' } as const;
const text = { type: 'string' } as const;

/** Schema of a stats report. */
export function statsShape({ slug, metrics, segments }: StatsReport): Schema {
  const name = nameOf(slug);
  const own = Object.fromEntries(
    Object.entries(metrics).map(([name, { kind, formula, meaning }]) => [
      name,
      { ...(kind === 'count' && !('ratio' in formula) ? integer : number), description: meaning },
    ]),
  );
  const hidden = { published: false } as const;
  const segment = {
    name: `${name}Segment`,
    type: 'object',
    properties: {
      segment_id: { type: ['integer', 'string'], ...hidden },
      segment_label: { type: ['string', 'null'], ...hidden },
      subtotals: { name: `${name}Numbers`, type: 'object', properties: own, ...hidden },
    },
  } as const;
  const parts = { type: 'array', items: segment } as const;
  const totals = {
    name: `${name}Totals`,
    type: 'object',
    properties: { ...own, ...(segments && { segments: parts }) },
  } as const;
  const dates = { interval: text, date_start: text, date_start_gmt: text, date_end: text, date_end_gmt: text };
  const interval = { name: `${name}Interval`, type: 'object', properties: { ...dates, subtotals: totals } } as const;
  return {
    name: `${name}Stats`,
    type: 'object',
    properties: { totals, intervals: { type: 'array', items: interval } },
  };
}

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
