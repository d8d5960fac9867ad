import type { RawSearch } from '../../data/address.ts';
import { inputClass } from '../../kit/field.tsx';
import { isDay } from '../../words/calendar.ts';

interface FilterSelectProps<T extends string> {
  readonly label: string;
  /** What no choice is called. */
  readonly any: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
}

/** A filter of a list: one of these values, or any. */
export const FilterSelect = <T extends string>({ label, any, options, value, onChange }: FilterSelectProps<T>) => (
  <select
    aria-label={label}
    className={inputClass}
    onChange={({ target }) => onChange(options.find((each) => each.value === target.value)?.value)}
    value={value ?? ''}
  >
    <option value="">{any}</option>
    {options.map((each) => (
      <option key={each.value} value={each.value}>
        {each.label}
      </option>
    ))}
  </select>
);

/** A day in an address. */
export const readDay = (text: string): string | undefined => (isDay(text) ? text : undefined);

/** Filters as parts of an address, without those that are open. */
export const writeFilters = (filters: Readonly<Record<string, string | undefined>>): RawSearch =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''));
