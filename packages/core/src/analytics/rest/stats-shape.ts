import type { Schema } from '../../kernel/schema.ts';
import type { Meanings } from '../report.ts';
import type { StatsReport } from '../stats.ts';

const integer = { type: 'integer' } as const;
const number = { type: 'number' } as const;
const text = { type: 'string' } as const;

/** Totals and intervals of an aggregate report. */
export function statsShape({ metrics, segments }: StatsReport): Schema {
  const own = Object.fromEntries(
    Object.entries(metrics).map(([name, { kind, formula, meaning }]) => [
      name,
      { ...(kind === 'count' && !('ratio' in formula) ? integer : number), description: meaning },
    ]),
  );
  const parts = { type: 'array', items: { type: 'object' } } as const;
  const totals = { type: 'object', properties: { ...own, ...(segments && { segments: parts }) } } as const;
  const dates = { interval: text, date_start: text, date_start_gmt: text, date_end: text, date_end_gmt: text };
  const interval = { type: 'object', properties: { ...dates, subtotals: totals } } as const;
  return { type: 'object', properties: { totals, intervals: { type: 'array', items: interval } } };
}

/** Adds descriptions to the members of an object schema. */
export const withMeanings = (shape: Schema, meanings: Meanings): Schema => ({
  ...shape,
  properties: Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([name, member]) => [
      name,
      { ...member, ...(Object.hasOwn(meanings, name) && { description: meanings[name] }) },
    ]),
  ),
});
