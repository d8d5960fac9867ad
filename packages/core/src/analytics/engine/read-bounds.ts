import { invalidField } from '../../kernel/errors.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { Zone } from '../../kernel/zone.ts';
import { relationOf } from '../relations.ts';
import type { ListReport } from '../report.ts';
import type { ReportParameters } from './conditions.ts';
import { readLocal, readUtc } from './range.ts';

/** Unparsed bounds: times as text, amounts in currency units, or both ends as a pair. */
export type SentBounds = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>;

/** Largest exact integer; no column holds a larger one. */
const LARGEST = Number.MAX_SAFE_INTEGER;
const moment = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}(?::[0-5]\d)?)?$/;

/**
 * Converts bounds to the units of the report's columns. A pair replaces single bounds; its ends may be in any order.
 * @throws DomainError `validation_failed` for an invalid pair or an invalid time
 */
export function readBounds(
  report: Pick<ListReport, 'from' | 'references' | 'filters'>,
  sent: SentBounds,
  zone: Zone,
): ReportParameters {
  const relation = relationOf(report, {});
  const read = (name: string, value: string | number): readonly (string | number)[] => {
    const filter = report.filters[name];
    if (filter?.word !== 'from' && filter?.word !== 'upTo') return [];
    switch (relation.kindOf(filter.column)) {
      case 'local':
        return [readLocal(String(value), zone)];
      case 'utc':
        return [readUtc(String(value), zone)];
      case 'scaled':
        return [whole(Number(value) * UNIT, filter.word)];
      default:
        return [whole(Number(value), filter.word)];
    }
  };
  const asked: Record<string, ReportParameters[string]> = {};
  for (const [name, value] of Object.entries(sent))
    if (typeof value === 'string' || typeof value === 'number') asked[name] = read(name, value);
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value !== 'object') continue;
    const [low, high] = pairOf(name, value);
    const [from, upTo] = endsOf(report, name);
    const ends = [...read(from, low), ...read(upTo, high)].toSorted((a, b) => (a < b ? -1 : 1));
    asked[from] = ends.slice(0, 1);
    asked[upTo] = ends.slice(1);
  }
  return asked;
}

const whole = (value: number, word: 'from' | 'upTo'): number => {
  // Removes the floating-point error of the multiplication.
  const near = Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : value;
  const rounded = word === 'from' ? Math.ceil(near) : Math.floor(near);
  return Math.min(Math.max(rounded, -LARGEST), LARGEST);
};

function endsOf({ filters }: Pick<ListReport, 'filters'>, name: string): readonly [string, string] {
  const stem = name.replace(/_between$/, '');
  return Object.hasOwn(filters, `${stem}_min`) ? [`${stem}_min`, `${stem}_max`] : [`${stem}_after`, `${stem}_before`];
}

function pairOf(name: string, values: readonly (string | number)[]): readonly [string | number, string | number] {
  const [one, other] = values;
  if (values.length !== 2 || one === undefined || other === undefined)
    throw invalidField(name, 'validation_failed', `${name} must be two values.`);
  if (typeof one === 'number' && typeof other === 'number') return one <= other ? [one, other] : [other, one];
  if (![one, other].every((value) => isMoment(String(value))))
    throw invalidField(name, 'validation_failed', `${name} must be two dates and times.`);
  return [one, other];
}

function isMoment(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T${text.slice(11, 19)}Z`);
  return moment.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
