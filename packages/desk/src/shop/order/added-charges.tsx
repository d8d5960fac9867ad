import { Button, IconButton } from '../../kit/button.tsx';
import { inputClass } from '../../kit/field.tsx';
import { buttonsClass } from '../../kit/layout.tsx';
import { useWords } from '../../words/words.tsx';
import css from '../shop.module.css';
import { amountIn, signedIn } from './amounts.ts';
import { TaxOptions } from './draft-lines.tsx';
import { type AddedCharge, chargeLists } from './line-changes.ts';
import type { TaxChoice } from './taxing.ts';

interface AddedProps {
  readonly charges: readonly AddedCharge[];
  readonly onChange: (charges: readonly AddedCharge[]) => void;
  readonly choices: readonly TaxChoice[];
  /** Charged unless another choice is made. */
  readonly usual: TaxChoice | undefined;
  /** Whether the rates are known, which an added charge is charged by. */
  readonly isReady: boolean;
}

/** Fees, shipping charges and coupons that an order gets. */
export function AddedCharges({ charges, onChange, choices, usual, isReady }: AddedProps) {
  const { shop: words } = useWords();
  const set = (at: number, part: Partial<AddedCharge>) =>
    onChange(charges.map((charge, index) => (index === at ? { ...charge, ...part } : charge)));
  return (
    <>
      {charges.length > 0 && (
        <ul className={css.refundLines}>
          {charges.map((charge, at) => (
            <AddedRow
              charge={charge}
              choices={charge.list === 'coupon_lines' ? [] : choices}
              key={`${charge.list} ${at}`}
              onChange={(part) => set(at, part)}
              onRemove={() => onChange(charges.filter((_, index) => index !== at))}
            />
          ))}
        </ul>
      )}
      <div className={buttonsClass}>
        {chargeLists.map((list) => (
          <Button
            disabled={!isReady}
            icon="plus"
            key={list}
            onClick={() =>
              onChange([
                ...charges,
                { list, name: words.lines.named[list], amount: '', taxes: list === 'coupon_lines' ? undefined : usual },
              ])
            }
          >
            {words.lines.add[list]}
          </Button>
        ))}
      </div>
    </>
  );
}

interface RowProps {
  readonly charge: AddedCharge;
  readonly choices: readonly TaxChoice[];
  readonly onChange: (part: Partial<AddedCharge>) => void;
  readonly onRemove: () => void;
}

function AddedRow({ charge, choices, onChange, onRemove }: RowProps) {
  const { shop: words, action } = useWords();
  const { list, name, amount, taxes } = charge;
  const shown = name || words.lines.add[list];
  const isWrong = amount !== '' && (list === 'coupon_lines' ? amountIn : signedIn)(amount) === undefined;
  return (
    <li className={css.orderLine} data-added data-taxed={choices.length > 0 || undefined}>
      <input
        aria-label={words.lines.nameOf[list]}
        className={inputClass}
        maxLength={200}
        onChange={({ target }) => onChange({ name: target.value })}
        placeholder={words.lines.nameOf[list]}
        value={name}
      />
      <input
        aria-invalid={isWrong}
        aria-label={words.refund.amountOf(shown)}
        className={`${inputClass} ${css.short}`}
        inputMode="decimal"
        maxLength={16}
        onChange={({ target }) => onChange({ amount: target.value })}
        placeholder="0"
        value={amount}
      />
      {choices.length > 0 && (
        <select
          aria-label={words.newOrder.taxOf(shown)}
          className={inputClass}
          onChange={({ target }) => onChange({ taxes: choices.find(({ id }) => id === target.value) })}
          value={taxes?.id ?? ''}
        >
          <TaxOptions choices={choices} />
        </select>
      )}
      <IconButton icon="close" label={action.remove(shown)} onClick={onRemove} />
    </li>
  );
}
