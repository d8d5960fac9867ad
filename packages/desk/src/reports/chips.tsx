import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namesQuery } from '../data/names.ts';
import type { FilterDeclaration, ReportDeclaration } from '../data/reports.ts';
import { Segmented } from '../kit/bits.tsx';
import { IconButton, ToolButton } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { declaredText } from '../looks/figures.tsx';
import type { Condition } from '../looks/look.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { filterFor } from '../looks/questions.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import type { Words } from '../words/en.ts';
import type { Formats } from '../words/intl.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { FilterEditor } from './filter-editor.tsx';
import css from './reports.module.css';

interface ChipsProps {
  readonly report: ReportDeclaration;
  readonly looking: Looking;
}

/** The button that adds a condition. */
export function FilterButton({ report, looking }: ChipsProps) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ f: () => report.filters.length > 0 && setOpen(true) });
  if (report.filters.length === 0) return null;
  return (
    <>
      <ToolButton icon="filter" onClick={() => setOpen(true)}>
        {words.report.filter.add}
      </ToolButton>
      {isOpen && <EditorDialog at={undefined} looking={looking} onClose={() => setOpen(false)} report={report} />}
    </>
  );
}

/** The conditions of a look; those that this report does not have are crossed out. */
export function Chips({ report, looking }: ChipsProps) {
  const words = useWords();
  const { look, set } = looking;
  const [at, setAt] = useState<number>();
  if (look.conditions.length === 0) return null;
  const canMatch = look.conditions.length > 1 && (report.match.list || report.match.stats);
  return (
    <div className={css.chips}>
      {canMatch && (
        <Segmented
          label={words.report.filter.match}
          name="match"
          onChange={(match) => set({ match })}
          options={[
            { value: 'all', label: words.report.filter.all },
            { value: 'any', label: words.report.filter.any },
          ]}
          value={look.match}
        />
      )}
      <ul className={css.chipList}>
        {look.conditions.map((condition, index) => (
          <Chip
            condition={condition}
            filter={filterFor(report, condition)}
            key={`${condition.subject}.${condition.side}.${condition.values.join()}`}
            onEdit={() => setAt(index)}
            onRemove={() => set({ conditions: look.conditions.filter((_, other) => other !== index) })}
            report={report}
          />
        ))}
      </ul>
      {at !== undefined && <EditorDialog at={at} looking={looking} onClose={() => setAt(undefined)} report={report} />}
    </div>
  );
}

function EditorDialog({
  report,
  looking: { look, set },
  at,
  onClose,
}: ChipsProps & { readonly at: number | undefined; readonly onClose: () => void }) {
  const words = useWords();
  const take = (condition: Condition) => {
    const { conditions } = look;
    set({
      conditions:
        at === undefined
          ? [...conditions, condition]
          : conditions.map((each, index) => (index === at ? condition : each)),
    });
    onClose();
  };
  return (
    <Dialog closeLabel={words.action.close} onClose={onClose} title={words.report.filter.add}>
      <FilterEditor condition={at === undefined ? undefined : look.conditions[at]} onTake={take} report={report} />
    </Dialog>
  );
}

interface ChipProps {
  readonly condition: Condition;
  readonly filter: FilterDeclaration | undefined;
  readonly report: ReportDeclaration;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Chip({ condition, filter, report, onEdit, onRemove }: ChipProps) {
  const words = useWords();
  const formats = useFormats();
  const { subject, side, values } = condition;
  const { data: names } = useQuery({ ...namesQuery(filter?.of ?? '', values), enabled: filter?.takes === 'ids' });
  const label = filter ? declaredText(words, { label: filter.label }) : subject;
  const written =
    side === 'between'
      ? rangeText({ condition, filter, words, formats })
      : values.map((each) => names?.get(each) ?? words.status[each] ?? each).join(', ');
  const partOf = filter && partialOf(filter, report);
  const operator = side === 'between' && values.includes('') ? '' : words.report.filter[side];
  const text = [label, operator, written].filter(Boolean).join(' ');
  return (
    <li
      className={css.chip}
      data-off={filter === undefined || undefined}
      title={filter ? undefined : words.report.filter.unavailable(declaredText(words, { label: report.title }))}
    >
      <button className={css.chipText} disabled={!filter} onClick={onEdit} type="button">
        <span>
          {label} {operator}
        </span>{' '}
        <strong>{written}</strong>
        {partOf && <span> {words.report.filter.partly[partOf]}</span>}
      </button>
      <IconButton className={css.chipRemove} icon="close" label={words.action.remove(text)} onClick={onRemove} />
    </li>
  );
}

/** The one part of a screen that a filter acts on, where there are two. */
const partialOf = ({ on }: FilterDeclaration, { stats, list }: ReportDeclaration): 'stats' | 'list' | undefined =>
  stats && list && on.length === 1 ? on[0] : undefined;

interface RangeText {
  readonly condition: Condition;
  readonly filter: FilterDeclaration | undefined;
  readonly words: Words;
  readonly formats: Formats;
}

function rangeText({ condition: { values }, filter, words, formats }: RangeText): string {
  const unit = filter?.unit ?? 'count';
  const isDay = unit === 'day' || unit === 'moment';
  const write = (text = '') => (text === '' ? '' : isDay ? formats.day(text) : formats.number(Number(text), unit));
  const from = write(values[0]);
  const to = write(values[1]);
  if (from === '') return words.report.filter.to(to);
  return to === '' ? words.report.filter.from(from) : words.report.filter.and(from, to);
}
