import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import { faultsOf } from '../data/form-values.ts';
import { createRefund, type Order, topicsOf } from '../data/shop-records.ts';
import { useWriting } from '../data/writing.ts';
import { Checkbox, inputClass, TextField } from '../kit/field.tsx';
import { Notice, Pair } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { PartPager, usePages } from '../shell/records/pages.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import {
  isMoreThanLeft,
  type Left,
  type LeftLine,
  type RefundSums,
  type RefundWish,
  refundDraft,
  sumsOf,
} from './refunding.ts';
import css from './shop.module.css';

interface RefundProps {
  readonly order: Order;
  readonly left: Left;
  readonly decimals: number;
  readonly onClose: () => void;
}

interface TypedLine {
  readonly quantity: string;
  readonly amount: string;
}
type Typed = Readonly<Record<number, TypedLine>>;

const isUnreadable = (text: string): boolean => !/^\d{0,12}(?:[.,]\d*)?$/.test(text.trim());
const read = (text = ''): number => (isUnreadable(text) ? 0 : Number(text.trim().replace(',', '.')) || 0);

/** Refunds quantities and amounts of an order, never more than is left; the tax follows the amounts. */
export function RefundDialog({ order, left, decimals, onClose }: RefundProps) {
  const { shop: words } = useWords();
  const { money } = useFormats();
  const [typed, setTyped] = useState<Typed>({});
  const [charges, setCharges] = useState({ shipping: '', other: '' });
  const [reason, setReason] = useState('');
  const [restock, setRestock] = useState(false);
  const wish: RefundWish = {
    lines: left.lines.map((each) => ({
      left: each,
      quantity: read(typed[each.line.id]?.quantity),
      amount: read(typed[each.line.id]?.amount),
    })),
    shipping: read(charges.shipping),
    shippingLeft: { amount: left.shipping, taxes: left.shippingTaxes },
    other: read(charges.other),
    reason: reason.trim(),
    restock,
  };
  const sums = sumsOf(order, wish, decimals);
  const isTooMuch = isMoreThanLeft(wish, left) || sums.all > left.all + 10 ** -decimals / 2;
  const texts = [
    ...Object.values(typed).flatMap(({ quantity, amount }) => [quantity, amount]),
    ...Object.values(charges),
  ];
  const tooMuch = isTooMuch ? words.refund.tooMuch(money(left.all)) : undefined;
  const trouble = texts.some(isUnreadable) ? words.refund.unreadable : tooMuch;
  const writing = useWriting({
    write: createRefund(order.id),
    topics: topicsOf.orders,
    onDone: () => {
      showToast({ id: 'refund', text: words.refund.done(money(sums.all)) });
      onClose();
    },
  });
  const { reason: fault } = faultsOf(writing.error);
  return (
    <FormDialog
      error={fault ? null : writing.error}
      isPending={writing.isPending}
      isReady={trouble === undefined && sums.all > 0}
      onClose={onClose}
      onSubmit={() => writing.mutate(refundDraft(order, wish, decimals))}
      submitLabel={words.refund.save(money(sums.all))}
      title={words.refund.title(order.number ?? String(order.id))}
      wide
    >
      <Lines decimals={decimals} left={left} onChange={setTyped} typed={typed} />
      <Charges charges={charges} left={left} onChange={setCharges} />
      <TextField
        fault={fault}
        label={words.refund.reason}
        maxLength={limits.refund.reason}
        name="reason"
        onChange={({ target }) => setReason(target.value)}
        value={reason}
      />
      <Checkbox checked={restock} label={words.refund.restock} onChange={({ target }) => setRestock(target.checked)} />
      <Preview sums={sums} />
      {trouble && (
        <Notice role="status" tone="bad">
          {trouble}
        </Notice>
      )}
    </FormDialog>
  );
}

interface LinesProps {
  readonly left: Left;
  readonly typed: Typed;
  readonly decimals: number;
  readonly onChange: (typed: Typed) => void;
}

function Lines({ left, typed, decimals, onChange }: LinesProps) {
  const change = ({ line, quantity, amount }: LeftLine, text: string) => {
    const asked = Math.min(read(text), quantity);
    const share = quantity === 0 ? 0 : (amount * asked) / quantity;
    onChange({ ...typed, [line.id]: { quantity: text, amount: share === 0 ? '' : share.toFixed(decimals) } });
  };
  const pages = usePages(left.lines);
  return (
    <>
      <ul className={css.refundLines}>
        {pages.rows.map((each) => (
          <RefundLine
            key={each.line.id}
            left={each}
            onAmount={(amount) =>
              onChange({ ...typed, [each.line.id]: { quantity: typed[each.line.id]?.quantity ?? '', amount } })
            }
            onQuantity={(text) => change(each, text)}
            typed={typed[each.line.id]}
          />
        ))}
      </ul>
      <PartPager pages={pages} />
    </>
  );
}

interface LineProps {
  readonly left: LeftLine;
  readonly typed: TypedLine | undefined;
  readonly onQuantity: (text: string) => void;
  readonly onAmount: (text: string) => void;
}

function RefundLine({ left, typed, onQuantity, onAmount }: LineProps) {
  const { refund: words } = useWords().shop;
  const { count, money } = useFormats();
  const name = left.line.name ?? String(left.line.id);
  const isOver = left.quantity === 0 && left.amount === 0;
  return (
    <li className={css.refundLine}>
      <span>
        {name}
        <small className="soft">
          {words.left(count(left.quantity))} · {words.left(money(left.amount))}
        </small>
      </span>
      <input
        aria-label={words.quantityOf(name)}
        className={`${inputClass} ${css.short}`}
        disabled={isOver}
        aria-invalid={isUnreadable(typed?.quantity ?? '') || read(typed?.quantity) > left.quantity || undefined}
        inputMode="decimal"
        maxLength={12}
        onChange={({ target }) => onQuantity(target.value)}
        placeholder="0"
        value={typed?.quantity ?? ''}
      />
      <input
        aria-label={words.amountOf(name)}
        className={`${inputClass} ${css.short}`}
        disabled={isOver}
        aria-invalid={isUnreadable(typed?.amount ?? '') || read(typed?.amount) > left.amount || undefined}
        inputMode="decimal"
        maxLength={16}
        onChange={({ target }) => onAmount(target.value)}
        placeholder={money(0)}
        value={typed?.amount ?? ''}
      />
    </li>
  );
}

interface ChargesProps {
  readonly left: Left;
  readonly charges: { readonly shipping: string; readonly other: string };
  readonly onChange: (charges: ChargesProps['charges']) => void;
}

function Charges({ left, charges, onChange }: ChargesProps) {
  const { refund: words } = useWords().shop;
  const { money } = useFormats();
  return (
    <Pair>
      {left.shipping > 0 && (
        <TextField
          aria-invalid={isUnreadable(charges.shipping) || read(charges.shipping) > left.shipping}
          hint={words.left(money(left.shipping))}
          inputMode="decimal"
          label={words.shipping}
          maxLength={16}
          onChange={({ target }) => onChange({ ...charges, shipping: target.value })}
          value={charges.shipping}
        />
      )}
      <TextField
        aria-invalid={isUnreadable(charges.other)}
        inputMode="decimal"
        label={words.other}
        maxLength={16}
        onChange={({ target }) => onChange({ ...charges, other: target.value })}
        value={charges.other}
      />
    </Pair>
  );
}

/** What the refund changes in the reports of its day. */
function Preview({ sums }: { readonly sums: RefundSums }) {
  const { refund: words } = useWords().shop;
  const { money } = useFormats();
  const rows = [
    [words.net, -sums.net],
    [words.shippingLine, -sums.shipping],
    [words.tax, -sums.tax],
  ] as const;
  return (
    <section aria-label={words.preview} className={css.preview}>
      <p className="soft">{words.preview}</p>
      <dl className={css.totals}>
        {rows
          .filter(([, amount]) => amount !== 0)
          .map(([label, amount]) => (
            <div className={css.total} key={label}>
              <dt>{label}</dt>
              <dd className="nums">{money(amount)}</dd>
            </div>
          ))}
        <div className={css.total} data-strong>
          <dt>{words.total}</dt>
          <dd className="nums">{money(sums.all)}</dd>
        </div>
      </dl>
    </section>
  );
}
