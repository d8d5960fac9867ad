import { IconButton } from '../kit/button.tsx';
import { Field, inputClass } from '../kit/field.tsx';
import { useWords } from '../words/words.tsx';
import { addQuantities, readQuantity } from './quantities.ts';
import css from './stockroom.module.css';

interface QuantityFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Decimals that the item allows. */
  readonly decimals: number;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
}

/** A quantity with large steps of one, for a thumb. */
export function QuantityField({ label, text, onText, decimals, hint, fault }: QuantityFieldProps) {
  const { book } = useWords().stockroom;
  const step = (by: number) => onText(String(Math.max(0, addQuantities(readQuantity(text) ?? 0, by))));
  return (
    <Field fault={fault} hint={hint} label={label}>
      {(ids) => (
        <div className={css.quantity}>
          <IconButton className={css.step} icon="minus" label={book.less} onClick={() => step(-1)} />
          <input
            {...ids}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the quantity is what the dialog asks for.
            autoFocus
            className={`${inputClass} ${css.number}`}
            inputMode={decimals > 0 ? 'decimal' : 'numeric'}
            maxLength={17}
            onChange={({ target }) => onText(target.value)}
            onFocus={({ target }) => target.select()}
            required
            type="text"
            value={text}
          />
          <IconButton className={css.step} icon="plus" label={book.more} onClick={() => step(1)} />
        </div>
      )}
    </Field>
  );
}
