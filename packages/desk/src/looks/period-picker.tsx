import { lazy, Suspense, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { Popover } from '../kit/popover.tsx';
import { Select } from '../kit/select.tsx';
import { useCalendar } from '../shell/session-context.tsx';
import { type Comparison, type DayRange, type Period, type Preset, presets, rangeOf } from '../words/calendar.ts';
import { useFormats, useWords } from '../words/words.tsx';
import css from './period-picker.module.css';

const Calendar = lazy(async () => ({ default: (await import('../kit/calendar.tsx')).Calendar }));

interface PeriodPickerProps {
  readonly period: Period;
  readonly range: DayRange;
  readonly onChange: (period: Period) => void;
  /** Pointer or focus is on a preset. */
  readonly onAim: (period: Preset) => void;
}

/** The days that a screen is about: named periods, and a calendar. */
export function PeriodPicker({ period, range, onChange, onAim }: PeriodPickerProps) {
  const words = useWords();
  const formats = useFormats();
  const written = formats.range(range);
  return (
    <Popover
      label={words.reports.period}
      trigger={(props) => (
        <button {...props} className={css.trigger} type="button">
          <Icon name="calendar" />
          <span className="for-readers">{words.reports.period}: </span>
          <strong>{typeof period === 'string' ? words.reports.preset[period] : written}</strong>
          {typeof period === 'string' && <span className={css.written}>{written}</span>}
          <Icon name="down" size={14} />
        </button>
      )}
    >
      {(close) => (
        <div className={css.picker}>
          <Presets
            chosen={period}
            onAim={onAim}
            onChoose={(next) => {
              close();
              onChange(next);
            }}
          />
          <OwnPeriod
            onChoose={(next) => {
              close();
              onChange(next);
            }}
            range={range}
          />
        </div>
      )}
    </Popover>
  );
}

interface PresetsProps {
  readonly chosen: Period;
  readonly onChoose: (preset: Preset) => void;
  readonly onAim: (preset: Preset) => void;
}

function Presets({ chosen, onChoose, onAim }: PresetsProps) {
  const words = useWords();
  return (
    <ul className={css.presets}>
      {presets.map((preset) => (
        <li key={preset}>
          <button
            aria-pressed={preset === chosen}
            className={css.preset}
            onClick={() => onChoose(preset)}
            onFocus={() => onAim(preset)}
            onPointerEnter={() => onAim(preset)}
            type="button"
          >
            {words.reports.preset[preset]}
          </button>
        </li>
      ))}
    </ul>
  );
}

function OwnPeriod({ range, onChoose }: { readonly range: DayRange; readonly onChoose: (range: DayRange) => void }) {
  const words = useWords();
  const { today, weekStartsOn } = useCalendar();
  const { conventions } = useFormats();
  const [draft, setDraft] = useState(range);
  return (
    <div className={css.own}>
      <Suspense fallback={<div className={css.waiting} />}>
        <Calendar
          firstDay={weekStartsOn}
          label={words.reports.customPeriod}
          locale={conventions.locale}
          nextLabel={words.action.next}
          onChange={setDraft}
          previousLabel={words.action.previous}
          range={draft}
          today={today}
        />
      </Suspense>
      <div className={css.ends}>
        {(['after', 'before'] as const).map((end) => (
          <label key={end}>
            <span>{end === 'after' ? words.reports.from : words.reports.to}</span>
            <input
              max="2199-12-31"
              min="1970-01-01"
              onChange={({ target }) => target.value && setDraft({ ...draft, [end]: target.value })}
              type="date"
              value={draft[end]}
            />
          </label>
        ))}
        <Button disabled={draft.after > draft.before} kind="main" onClick={() => onChoose(draft)}>
          {words.action.apply}
        </Button>
      </div>
    </div>
  );
}

interface ComparePickerProps {
  readonly comparison: Comparison;
  readonly onChange: (comparison: Comparison) => void;
}

/** What the numbers are compared with. */
export function ComparePicker({ comparison, onChange }: ComparePickerProps) {
  const words = useWords();
  return (
    <Select
      label={words.reports.compare}
      onChange={({ target }) => onChange(target.value as Comparison)}
      value={comparison}
    >
      {(['previous', 'year', 'none'] as const).map((each) => (
        <option key={each} value={each}>
          {words.reports.comparison[each]}
        </option>
      ))}
    </Select>
  );
}

/** Keys that choose a period: a letter each. */
export const periodKeys: Readonly<Record<string, Preset>> = {
  d: 'today',
  t: '30d',
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
};

/** The presets that are prepared while the screen rests, with their ranges. */
export const preparedPeriods = (calendar: Parameters<typeof rangeOf>[1]): readonly Preset[] =>
  presets.filter((each) => each !== 'all' && rangeOf(each, calendar).after <= calendar.today);
