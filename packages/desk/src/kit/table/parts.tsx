import type { ReactNode } from 'react';
import css from './table.module.css';

interface NewerRowsProps {
  /** How many came. */
  readonly text: string;
  readonly label: string;
  readonly onShow: () => void;
}

/** Before a table, and over its head: rows came that are not shown yet. */
export const NewerRows = ({ text, label, onShow }: NewerRowsProps) => (
  <div className={`${css.newer} not-printed`} role="status">
    <span>{text}</span>
    <button onClick={onShow} type="button">
      {label}
    </button>
  </div>
);

/** A value with that of before under it. */
export const TwoLines = ({ now, before }: { readonly now: ReactNode; readonly before: ReactNode }) => (
  <span className={css.twoLines}>
    <span>{now}</span>
    <small>{before}</small>
  </span>
);

/** Above a table: what can be done with its chosen rows. */
export const TablePart = ({ children }: { readonly children: ReactNode }) => (
  <div className={`${css.part} not-printed`}>{children}</div>
);
