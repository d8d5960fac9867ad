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
import { amountOrZero, numberOf, textOf } from './order/amounts.ts';
import {
  amountOfPieces,
  type Excess,
  excessOf,
  type Left,
  type LeftLine,
  type RefundRequest,
  type RefundSums,
  type RequestedLine,
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
  /** Undefined where it follows the quantity. */
  readonly amount: string | undefined;
}
type Typed = Readonly<Record<number, TypedLine>>;

const untyped: TypedLine = { quantity: '', amount: undefined };

const isUnreadable = (text: string): boolean => amountOrZero(text) === undefined;

const nameOf = ({ name, id }: LeftLine['line']): string => name ?? String(id);

/** Quantity and amount of a line, each undefined where the text is none. */
function requestedOf(left: LeftLine, { quantity, amount }: TypedLine, decimals: number): Partial<RequestedLine> {
  const pieces = /^\d{0,9}$/.test(quantity.trim()) ? Number(quantity) : undefined;
  const typed = amount === undefined ? amountOfPieces(left, pieces ?? 0, decimals) : amountOrZero(amount);
  return { ...(pieces !== undefined && { quantity: pieces }), ...(typed !== undefined && { amount: typed }) };
}

/** Refunds quantities and amounts of an order, never more than is left; the tax follows the amounts. */
export function RefundDialog({ order, left, decimals, onClose }: RefundProps) {
  const { shop: words } = useWords();
  const { count, money } = useFormats();
  const [typed, setTyped] = useState<Typed>({});
  const [charges, setCharges] = useState({ shipping: '', other: '' });
  const [reason, setReason] = useState('');
  const [restock, setRestock] = useState(false);
  const requested = left.lines.map((each) => requestedOf(each, typed[each.line.id] ?? untyped, decimals));
  const request: RefundRequest = {
    left,
    lines: requested.map(({ quantity = 0, amount = 0n }) => ({ quantity, amount })),
    shipping: amountOrZero(charges.shipping) ?? 0n,
    other: amountOrZero(charges.other) ?? 0n,
    reason: reason.trim(),
    restock,
  };
  const sums = sumsOf(order, request, decimals);
  const tooMuch = (excess: Excess | undefined): string | undefined => {
    if (excess === undefined) return undefined;
    if (typeof excess === 'string') return words.refund.tooMuch(money(numberOf(left[excess])));
    const { line, quantity, amount } = excess;
    return words.refund.tooMuchOf(nameOf(line), `${count(quantity)} · ${money(numberOf(amount))}`);
  };
  const areUnreadable =
    requested.some(({ quantity, amount }) => quantity === undefined || amount === undefined) ||
    Object.values(charges).some(isUnreadable);
  const problem = areUnreadable ? words.refund.unreadable : tooMuch(excessOf(request, sums));
  const writing = useWriting({
    write: createRefund(order.id),
    topics: topicsOf.orders,
    onDone: () => {
      showToast({ id: 'refund', text: words.refund.done(money(numberOf(sums.all))) });
      onClose();
    },
  });
  const { reason: fault } = faultsOf(writing.error);
  return (
    <FormDialog
      error={fault ? null : writing.error}
      isPending={writing.isPending}
      isReady={problem === undefined && sums.all > 0n}
      onClose={onClose}
      onSubmit={() => writing.mutate(refundDraft(order, request, decimals))}
      submitLabel={words.refund.save(money(numberOf(sums.all)))}
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
      {problem && (
        <Notice role="status" tone="bad">
          {problem}
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
  const pages = usePages(left.lines);
  return (
    <>
      <ul className={css.refundLines}>
        {pages.rows.map((each) => (
          <RefundLine
            decimals={decimals}
            key={each.line.id}
            left={each}
            onChange={(line) => onChange({ ...typed, [each.line.id]: line })}
            typed={typed[each.line.id] ?? untyped}
          />
        ))}
      </ul>
      <PartPager pages={pages} />
    </>
  );
}

interface LineProps {
  readonly left: LeftLine;
  readonly typed: TypedLine;
  readonly decimals: number;
  readonly onChange: (typed: TypedLine) => void;
}

function RefundLine({ left, typed, decimals, onChange }: LineProps) {
  const { refund: words } = useWords().shop;
  const { count, money } = useFormats();
  const name = nameOf(left.line);
  const isOver = left.quantity === 0 && left.amount === 0n;
  const { quantity, amount } = requestedOf(left, typed, decimals);
  const followed = amount === undefined || amount === 0n ? '' : textOf(amount, decimals);
  return (
    <li className={css.refundLine}>
      <span>
        {name}
        <small className="soft">
          {words.left(count(left.quantity))} · {words.left(money(numberOf(left.amount)))}
        </small>
      </span>
      <input
        aria-label={words.quantityOf(name)}
        className={`${inputClass} ${css.short}`}
        disabled={isOver}
        aria-invalid={quantity === undefined || quantity > left.quantity || undefined}
        inputMode="numeric"
        maxLength={12}
        onChange={({ target }) => onChange({ quantity: target.value, amount: undefined })}
        placeholder="0"
        value={typed.quantity}
      />
      <input
        aria-label={words.amountOf(name)}
        className={`${inputClass} ${css.short}`}
        disabled={isOver}
        aria-invalid={amount === undefined || amount > left.amount || undefined}
        inputMode="decimal"
        maxLength={16}
        onChange={({ target }) => onChange({ ...typed, amount: target.value })}
        placeholder={money(0)}
        value={typed.amount ?? followed}
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
      {left.shipping > 0n && (
        <TextField
          aria-invalid={isUnreadable(charges.shipping) || (amountOrZero(charges.shipping) ?? 0n) > left.shipping}
          hint={words.left(money(numberOf(left.shipping)))}
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
    [words.net, sums.net],
    [words.shippingLine, sums.shipping],
    [words.tax, sums.tax],
  ] as const;
  return (
    <section aria-label={words.preview} className={css.preview}>
      <p className="soft">{words.preview}</p>
      <dl className={css.totals}>
        {rows
          .filter(([, amount]) => amount !== 0n)
          .map(([label, amount]) => (
            <div className={css.total} key={label}>
              <dt>{label}</dt>
              <dd className="nums">{money(numberOf(-amount))}</dd>
            </div>
          ))}
        <div className={css.total} data-strong>
          <dt>{words.total}</dt>
          <dd className="nums">{money(numberOf(sums.all))}</dd>
        </div>
      </dl>
    </section>
  );
}
