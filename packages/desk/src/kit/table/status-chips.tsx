import { useEffect, useRef } from 'react';
import { Bone } from '../bits.tsx';
import css from './status-chips.module.css';

export interface StatusChip {
  /** Empty: all. */
  readonly value: string;
  readonly label: string;
  /** Written number of records; undefined where it is not known. */
  readonly total?: string | undefined;
  /** There are none now. */
  readonly isEmpty?: boolean;
}

interface StatusChipsProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Undefined until the first answer. */
  readonly chips: readonly StatusChip[] | undefined;
}

/** A choice of one status of a list, with how many records are in each; on a phone one row that scrolls. */
export function StatusChips({ label, name, value, onChange, chips }: StatusChipsProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const areThere = chips !== undefined;
  // The chosen one may be beside the window.
  useEffect(() => {
    box.current?.querySelector(':has(> :checked)')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value, areThere]);
  return (
    <fieldset className={css.chips} ref={box}>
      <legend className="for-readers">{label}</legend>
      {chips
        ? chips.map((chip) => (
            <label className={css.chip} data-empty={chip.isEmpty || undefined} key={chip.value}>
              <input
                checked={chip.value === value}
                className="for-readers"
                name={name}
                onChange={() => onChange(chip.value)}
                type="radio"
                value={chip.value}
              />
              <span>
                {chip.label}
                {chip.total !== undefined && <small> {chip.total}</small>}
              </span>
            </label>
          ))
        : [5, 9, 10, 7].map((width) => (
            <span className={css.bone} key={width}>
              <Bone width={width} />
            </span>
          ))}
    </fieldset>
  );
}
