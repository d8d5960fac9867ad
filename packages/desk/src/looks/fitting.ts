import type { NoteFault } from '../data/address.ts';
import type { FilterDeclaration, ReportDeclaration } from '../data/reports.ts';
import { isDay } from '../words/calendar.ts';
import { type Condition, type Look, writeCondition } from './look.ts';
import { filterFor, isPossibleCut } from './questions.ts';

/**
 * Leaves out of a look what its report does not know, and notes it. A condition on a subject that the report does not have stays: it
 * is shown crossed out.
 */
export function fittingLook(report: ReportDeclaration, look: Look, note: NoteFault = () => {}): Look {
  const { stats, list } = report;
  const measures = (stats?.measures ?? []).filter(({ totals_only: isTotal }) => !isTotal).map(({ name }) => name);
  const kept = <T>(key: string, value: T | undefined, isKnown: (value: T) => boolean): T | undefined => {
    if (value === undefined || isKnown(value)) return value;
    note(`${key}=${value}`);
    return undefined;
  };
  const conditions = look.conditions.filter((condition) => {
    const filter = filterFor(report, condition);
    const isFitting = filter === undefined || takesValues(filter, condition);
    if (!isFitting) note(`if=${writeCondition(condition)}`);
    return isFitting;
  });
  const isCut = (cut: string) =>
    stats?.segments.some((each) => each.name === cut && isPossibleCut(each, report, { conditions })) ?? false;
  const columns = list ? list.columns.map(({ name }) => name) : ['date', ...measures];
  const sorts = list ? list.sorts : columns;
  return {
    ...look,
    metric: kept('metric', look.metric, (name) => measures.includes(name)),
    cut: kept('cut', look.cut, isCut),
    sort: kept('sort', look.sort, (sort) => sorts.includes(sort.replace(/^-/, ''))),
    cols: kept('cols', look.cols, (names) => names.every((name) => columns.includes(name))),
    conditions,
  };
}

/** Whether a filter takes these values. */
function takesValues({ takes, unit, words }: FilterDeclaration, { values }: Condition): boolean {
  const isOne = values.length === 1;
  if (takes === 'range') return isRange(values, unit === 'day' || unit === 'moment');
  if (takes === 'ids') return values.every((each) => /^\d{1,15}$/.test(each));
  if (takes === 'pairs') return values.every((each) => /^[^:]+:[^:]+$/.test(each));
  if (takes === 'text') return isOne;
  const areKnown = words === undefined || values.every((each) => words.includes(each));
  return areKnown && (takes !== 'word' || isOne);
}

/** Two ends of one kind in their order, one of which may be open. */
function isRange([from = '', to = '']: readonly string[], areDays: boolean): boolean {
  if ([from, to].some((end) => end !== '' && isDay(end) !== areDays)) return false;
  if (from === '' || to === '') return true;
  return areDays ? from <= to : Number(from) <= Number(to);
}
