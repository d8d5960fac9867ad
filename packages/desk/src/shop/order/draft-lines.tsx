import { useState } from 'react';
import { Button, IconButton } from '../../kit/button.tsx';
import { inputClass } from '../../kit/field.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import type { DraftLine, DraftSums } from '../order-draft.ts';
import { ProductChoice } from '../record-choice.tsx';
import css from '../shop.module.css';
import { AmountList } from './amount-list.tsx';
import { amountIn } from './amounts.ts';
import { piecesIn } from './line-changes.ts';
import type { TaxChoice } from './taxing.ts';

interface LinesProps {
  readonly lines: readonly DraftLine[];
  readonly onChange: (lines: readonly DraftLine[]) => void;
  readonly choices: readonly TaxChoice[];
  /** Charged on the first line. */
  readonly usual: TaxChoice | undefined;
  /** Whether the rates are known, which an added line is charged by. */
  readonly isReady: boolean;
}

/** The lines of an order that is taken down: quantity, price and tax of each product. */
export function DraftLines({ lines, onChange, choices, usual, isReady }: LinesProps) {
  const { shop: words } = useWords();
  const [isOpen, setOpen] = useState(false);
  const set = (at: number, part: Partial<DraftLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  return (
    <>
      <ul className={css.refundLines}>
        {lines.map((line, at) => (
          <DraftLineFields
            choices={choices}
            key={`${line.product}-${line.variation}-${at}`}
            line={line}
            onChange={(part) => set(at, part)}
            onRemove={() => onChange(lines.filter((_, index) => index !== at))}
          />
        ))}
      </ul>
      {isOpen ? (
        <ProductChoice
          onChoose={(chosen, price) => {
            const taxes = lines.length > 0 ? lines.at(-1)?.taxes : usual;
            onChange([...lines, { ...chosen, quantity: '1', price, taxes }]);
            setOpen(false);
          }}
        />
      ) : (
        <div>
          {/* Takes the focus of the search: in a field a second Enter, as of a scanner, would send the form. */}
          <Button autoFocus={lines.length > 0} disabled={!isReady} icon="plus" onClick={() => setOpen(true)}>
            {words.newOrder.addProduct}
          </Button>
        </div>
      )}
    </>
  );
}

interface LineProps {
  readonly line: DraftLine;
  readonly choices: readonly TaxChoice[];
  readonly onChange: (part: Partial<DraftLine>) => void;
  readonly onRemove: () => void;
}

function DraftLineFields({ line, choices, onChange, onRemove }: LineProps) {
  const { shop: words, action } = useWords();
  const { prices_include_tax: isWithTax } = useSession().shop;
  const { newOrder, refund } = words;
  return (
    <li className={css.orderLine} data-taxed={choices.length > 0 || undefined}>
      <span className={css.orderLineName}>{line.name}</span>
      <input
        aria-invalid={piecesIn(line.quantity) === undefined}
        aria-label={refund.quantityOf(line.name)}
        className={`${inputClass} ${css.short}`}
        inputMode="numeric"
        maxLength={9}
        onChange={({ target }) => onChange({ quantity: target.value })}
        value={line.quantity}
      />
      <input
        aria-invalid={amountIn(line.price) === undefined}
        aria-label={isWithTax ? newOrder.priceWithTaxOf(line.name) : newOrder.priceOf(line.name)}
        className={`${inputClass} ${css.short}`}
        inputMode="decimal"
        maxLength={16}
        onChange={({ target }) => onChange({ price: target.value })}
        value={line.price}
      />
      {choices.length > 0 && (
        <select
          aria-label={newOrder.taxOf(line.name)}
          className={inputClass}
          onChange={({ target }) => onChange({ taxes: choices.find(({ id }) => id === target.value) })}
          value={line.taxes?.id ?? ''}
        >
          <TaxOptions choices={choices} />
        </select>
      )}
      <IconButton icon="close" label={action.remove(line.name)} onClick={onRemove} />
    </li>
  );
}

/** The rates that can be charged, and none. */
export function TaxOptions({ choices }: { readonly choices: readonly TaxChoice[] }) {
  const { newOrder } = useWords().shop;
  const nameOf = useTaxName();
  return (
    <>
      <option value="">{newOrder.noTax}</option>
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {nameOf(choice)}
        </option>
      ))}
    </>
  );
}

/** Writes rates that are charged together: `GST 5 % + QST 9.975 % · CA QC`. */
function useTaxName(): (choice: Pick<TaxChoice, 'rates'>) => string {
  const { count } = useFormats();
  return ({ rates }) => {
    const names = rates.map(({ name, percent }) => [name, `${count(Number(percent))} %`].filter(Boolean).join(' '));
    const place = [rates[0]?.country, rates[0]?.state].filter(Boolean).join(' ');
    return [names.join(' + '), place].filter(Boolean).join(' · ');
  };
}

/** What an order that is taken down comes to. */
export function DraftTotals({ sums }: { readonly sums: DraftSums }) {
  const { order: words } = useWords().shop;
  const nameOf = useTaxName();
  const items = sums.lines.reduce((sum, { total }) => sum + Number(total), 0);
  const taxes = sums.taxes.map(
    ({ rate, goods, shipping }) => [nameOf({ rates: [rate] }), Number(goods) + Number(shipping)] as const,
  );
  const typed = Number(sums.tax) - taxes.reduce((sum, [, tax]) => sum + tax, 0);
  const rows = [
    [words.subtotal, items],
    [words.shipping, Number(sums.shipping.total)],
    ...taxes,
    [words.tax, Math.abs(typed) < 1e-6 ? 0 : typed],
  ] as const;
  return <AmountList rows={rows} total={Number(sums.total)} />;
}
