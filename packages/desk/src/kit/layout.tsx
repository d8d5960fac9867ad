import { type ReactNode, useId } from 'react';
import { inputClass } from './field.tsx';
import css from './layout.module.css';

interface Parts {
  readonly children: ReactNode;
}

/** The parts of a screen below one another. */
export const Screen = ({ children }: Parts) => <div className={css.screen}>{children}</div>;

/** Filters of a list, in a row above it. */
export const Filters = ({ children }: Parts) => <div className={`${css.filters} not-printed`}>{children}</div>;

/** Fields of a form beside one another, as far as there is room. */
export const Pair = ({ children, narrow }: Parts & { readonly narrow?: boolean }) => (
  <div className={css.pair} data-narrow={narrow || undefined}>
    {children}
  </div>
);

interface NoticeProps extends Parts {
  readonly tone?: 'warn' | 'bad' | 'accent';
  /** `alert` is read out at once. */
  readonly role?: 'alert' | 'status' | undefined;
}

/** A sentence that stands out from its surroundings. */
export const Notice = ({ tone = 'warn', role, children }: NoticeProps) => (
  <div className={css.notice} data-tone={tone} role={role}>
    {children}
  </div>
);

interface AmountsProps {
  readonly amounts: readonly (readonly [label: ReactNode, value: ReactNode])[];
  readonly large?: boolean;
}

/** Labelled numbers beside one another. */
export const Amounts = ({ amounts, large }: AmountsProps) => (
  <dl className={css.amounts} data-large={large || undefined}>
    {amounts.map(([label, value], index) => (
      <div className={css.amount} key={index}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface SearchProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Texts that are offered while one types. */
  readonly offers?: readonly string[] | undefined;
}

/** Narrows a list by typed words; `/` leads there. */
export function SearchField({ label, hint = label, text, onText, offers }: SearchProps) {
  const id = useId();
  return (
    <>
      <input
        aria-label={label}
        className={`${inputClass} ${css.search}`}
        list={offers && id}
        maxLength={200}
        onChange={({ target }) => onText(target.value)}
        placeholder={hint}
        type="search"
        value={text}
      />
      {offers && (
        <datalist id={id}>
          {offers.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** The class of a form, and of other parts of a sheet below one another. */
export const formClass = css.form ?? '';

/** The class of secondary text. */
export const softClass = css.soft ?? '';

/** The class of buttons in a row inside of a sheet or a cell. */
export const buttonsClass = css.buttons ?? '';

/** The class of lines of a machine, scrolled in their place. */
export const transcriptClass = css.transcript ?? '';

/** A password or code that is shown once; a click selects it whole. */
export const Secret = ({ children }: Parts) => (
  <p className={css.secret} data-secret="true">
    {children}
  </p>
);
