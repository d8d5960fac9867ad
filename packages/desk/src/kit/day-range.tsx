import css from './day-range.module.css';
import { inputClass } from './field.tsx';

interface DayRangeProps {
  readonly labels: { readonly from: string; readonly to: string };
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (part: { readonly from?: string | undefined; readonly to?: string | undefined }) => void;
}

/** The first and the last day of a filter, each of which may be open. */
export const DayRange = ({ labels, onChange, ...days }: DayRangeProps) =>
  (['from', 'to'] as const).map((end) => (
    <label className={css.day} key={end}>
      <span>{labels[end]}</span>
      <input
        className={inputClass}
        onChange={({ target }) => onChange({ [end]: target.value || undefined })}
        type="date"
        value={days[end] ?? ''}
      />
    </label>
  ));
