import type { ReactNode } from 'react';
import css from './bits.module.css';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';

/** A grey bar in place of a number or text that is not there yet; `width` in characters. */
export const Bone = ({ width = 8 }: { readonly width?: number }) => (
  <span aria-hidden="true" className={css.bone} style={{ inlineSize: `${width}ch` }} />
);

/** A bordered sheet with an optional head. */
export const Sheet = ({
  title,
  aside,
  detail,
  children,
  flush = false,
  label,
}: {
  readonly title?: ReactNode;
  readonly detail?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Without space around the content. */
  readonly flush?: boolean;
  readonly label?: string;
}) => (
  <section aria-label={label} className={css.sheet} data-flush={flush || undefined}>
    {(title !== undefined || aside !== undefined) && (
      <div className={css.head}>
        <h2 className={css.title}>
          {title}
          {detail !== undefined && <span className={css.detail}> {detail}</span>}
        </h2>
        {aside}
      </div>
    )}
    {children}
  </section>
);

/** One of a few words with a meaning: the status of an order, of a job. */
export const Pill = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'good' | 'bad' | 'warn' | 'accent';
  readonly children: ReactNode;
}) => (
  <span className={css.pill} data-tone={tone}>
    {children}
  </span>
);

/** Why there is nothing, and the one action that helps. */
export const Empty = ({ text, action }: { readonly text: string; readonly action?: ReactNode }) => (
  <div className={css.empty}>
    <p>{text}</p>
    {action}
  </div>
);

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly name: string;
}

/** A choice of one of a few, all of them visible. */
export const Segmented = <T extends string>({ label, options, value, onChange, name }: SegmentedProps<T>) => (
  <fieldset className={css.segmented}>
    <legend className="for-readers">{label}</legend>
    {options.map((option) => (
      <label className={css.segment} key={option.value}>
        <input
          checked={option.value === value}
          className="for-readers"
          name={name}
          onChange={() => onChange(option.value)}
          type="radio"
          value={option.value}
        />
        <span>{option.label}</span>
      </label>
    ))}
  </fieldset>
);

/** Opens the meaning of a number, by press and touch too. */
export const Meaning = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Popover
    align="start"
    label={label}
    trigger={(props) => (
      <button {...props} aria-label={label} className={css.why} type="button">
        <Icon name="info" size={14} />
      </button>
    )}
  >
    {() => <div className={css.meaning}>{children}</div>}
  </Popover>
);

interface ChangeProps {
  /** Written ratio: +35%. */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'flat';
  readonly tone: 'good' | 'bad' | 'plain';
}

/** A change since before: sign, arrow and colour together. */
export const Change = ({ text, direction, tone }: ChangeProps) => (
  <span className={css.change} data-tone={tone}>
    {direction !== 'flat' && <Icon name={direction === 'up' ? 'arrowUp' : 'arrowDown'} size={12} />}
    {text}
  </span>
);

/** A key of the keyboard. */
export const Key = ({ children }: { readonly children: string }) => <kbd className={css.key}>{children}</kbd>;
