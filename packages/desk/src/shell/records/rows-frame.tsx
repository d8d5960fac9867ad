import type { ReactNode } from 'react';
import { Button, IconButton } from '../../kit/button.tsx';
import { Pair } from '../../kit/layout.tsx';
import { useWords } from '../../words/words.tsx';
import css from './records.module.css';

/** What a field for several values shows around them. */
export interface RowsLook {
  readonly path: string;
  readonly label: string;
  /** Text of the button that adds one. */
  readonly add: string;
  readonly hint?: string | undefined;
}

interface FrameProps extends RowsLook {
  readonly value: unknown;
  readonly fault: string | undefined;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}

/** A field for several values below one another, which the form carries as JSON. */
export const RowsFrame = ({ path, label, add, hint, value, fault, onAdd, children }: FrameProps) => (
  <fieldset className={css.rows}>
    <legend className={css.legend}>{label}</legend>
    {children}
    {hint && <p className={css.rowsHint}>{hint}</p>}
    {fault && (
      <p className={css.rowsFault} role="alert">
        {fault}
      </p>
    )}
    <div>
      <Button icon="plus" onClick={onAdd}>
        {add}
      </Button>
    </div>
    <input name={path} type="hidden" value={JSON.stringify(value)} />
  </fieldset>
);

interface RowProps {
  readonly label: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** One of these values, with a button that removes it. */
export function Row({ label, onRemove, children }: RowProps) {
  const { action } = useWords();
  return (
    <fieldset aria-label={label} className={css.row}>
      <Pair>{children}</Pair>
      <IconButton icon="close" label={action.remove(label)} onClick={onRemove} />
    </fieldset>
  );
}
