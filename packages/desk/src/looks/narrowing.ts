import type { ReportRow } from '../data/answers.ts';
import type { ColumnDeclaration, FilterDeclaration, ReportDeclaration } from '../data/reports.ts';
import type { Condition, Look } from './look.ts';
import { valueAt } from './rows.ts';

/** A value of a dimension; without a name it is known by its id. */
export interface DimensionValue {
  readonly value: string;
  readonly name: string | undefined;
}

/** What rows or lines can be narrowed by, with the values of one of them. */
export interface Dimension {
  readonly subject: string;
  readonly label: string;
  /** Kind of records whose ids the values are; undefined for words. */
  readonly of: string | undefined;
  /** Sides that the filter of this report has. */
  readonly sides: readonly Side[];
  readonly values: readonly DimensionValue[];
}

type Side = Exclude<Condition['side'], 'between'>;
const sides: readonly Side[] = ['is', 'not'];

/** Values of one dimension of a row that are offered at most. */
const MOST_VALUES = 3;

/** Whether a filter acts on figures, chart and rows alike; figures without buckets are those of the list. */
const actsOnAll = ({ on }: FilterDeclaration, { list, stats }: ReportDeclaration): boolean =>
  (list === null || on.includes('list')) && (stats?.intervals !== true || on.includes('stats'));

const dimensionOf = (filter: FilterDeclaration, label: string, values: readonly DimensionValue[]): Dimension => ({
  subject: filter.subject,
  label,
  of: filter.takes === 'ids' ? filter.of : undefined,
  sides: sides.filter((side) => filter[side] !== undefined),
  values,
});

/** Finds the dimensions of a row that its report can be filtered by, in the order of its columns. */
export function dimensionsIn(report: ReportDeclaration): (row: ReportRow) => readonly Dimension[] {
  const filtered = (report.list?.columns ?? []).flatMap((column) => {
    const filter = filterOfColumn(report, column);
    return filter ? { filter, column } : [];
  });
  return (row) =>
    filtered.flatMap(({ filter, column }) => {
      const values = valuesOf(filter, column, row).slice(0, MOST_VALUES);
      return values.length > 0 ? dimensionOf(filter, column.label, values) : [];
    });
}

/** The filter for the values of a column: by the records that its cells lead to, or by its own words. */
const filterOfColumn = (report: ReportDeclaration, { name, link }: ColumnDeclaration): FilterDeclaration | undefined =>
  report.filters.find(
    (each) =>
      actsOnAll(each, report) &&
      (each.takes === 'ids' ? each.subject === link?.to : isOfWords(each) && each.subject === name),
  );

const isOfWords = ({ takes }: FilterDeclaration): boolean => ['word', 'words', 'texts'].includes(takes);

function valuesOf(
  { takes, words }: FilterDeclaration,
  { path, names, link }: ColumnDeclaration,
  row: ReportRow,
): readonly DimensionValue[] {
  const texts = (at: string) => [valueAt(row, at) ?? []].flat().map(String);
  if (takes === 'ids') {
    const known = names === null ? texts(path) : [];
    return texts(link?.id ?? '')
      .map((value, place) => ({ value, name: known[place] || undefined }))
      .filter(({ value }) => /^[1-9]\d{0,14}$/.test(value));
  }
  return texts(path)
    .filter((value) => value !== '' && (words === undefined || words.includes(value)))
    .map((value) => ({ value, name: undefined }));
}

/** A line of a break-down. */
export interface Segment {
  readonly id: string;
  readonly name: string;
}

/** Subjects of segments that are called otherwise. */
const subjectsOf: Readonly<Record<string, string>> = { tax_rate_id: 'rate' };

/** The dimension of a segment in a report; its filter may be that of other reports only. */
export function dimensionOfSegment(
  report: ReportDeclaration,
  reports: readonly ReportDeclaration[],
  { cut, id, name }: Segment & { readonly cut: string },
): Dimension | undefined {
  const subject = subjectsOf[cut] ?? cut;
  const own = report.filters.find((each) => each.subject === subject);
  const filter = own ?? reports.flatMap(({ filters }) => filters).find((each) => each.subject === subject);
  const value = filter?.takes === 'ids' ? id : filter?.words?.find((word) => word === name.toLowerCase());
  if (!filter || value === undefined) return undefined;
  const label = report.stats?.segments.find((each) => each.name === cut)?.label ?? filter.label;
  const dimension = dimensionOf(filter, label, [{ value, name }]);
  return own && actsOnAll(own, report) ? dimension : { ...dimension, sides: [] };
}

/** Reports that can be narrowed to a value of a subject, but for one. */
export const otherReportsBy = (
  reports: readonly ReportDeclaration[],
  subject: string,
  { slug }: Pick<ReportDeclaration, 'slug'>,
): readonly ReportDeclaration[] =>
  reports.filter(
    (each) =>
      each.slug !== slug &&
      each.filters.some((filter) => filter.subject === subject && filter.is !== undefined && actsOnAll(filter, each)),
  );

interface Narrowed {
  readonly subject: string;
  readonly side: Side;
  readonly value: string;
}

/**
 * The conditions with only this value of a subject, or without it; all of them have to be met. A subject has one condition for each
 * side, because each side is one parameter.
 */
export function narrowed(
  { conditions }: Pick<Look, 'conditions'>,
  { subject, side, value }: Narrowed,
): Pick<Look, 'conditions' | 'match'> {
  const kept = (of: Side) =>
    conditions
      .filter((each) => each.subject === subject && each.side === of)
      .flatMap(({ values }) => values.filter((each) => each !== value));
  const values: Readonly<Record<Side, readonly string[]>> = {
    is: side === 'is' ? [value] : kept('is'),
    not: side === 'is' ? kept('not') : [...kept('not'), value],
  };
  return {
    conditions: [
      ...conditions.filter((each) => each.subject !== subject || each.side === 'between'),
      ...sides.flatMap((each) => (values[each].length > 0 ? { subject, side: each, values: values[each] } : [])),
    ],
    match: 'all',
  };
}

/** Whether a look has exactly this value on this side already. */
export const isNarrowed = ({ conditions }: Pick<Look, 'conditions'>, { subject, side, value }: Narrowed): boolean =>
  conditions.some(
    (each) =>
      each.subject === subject &&
      each.side === side &&
      each.values.includes(value) &&
      (side === 'not' || each.values.length === 1),
  );
