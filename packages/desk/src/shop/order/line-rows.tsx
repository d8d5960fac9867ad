import type { Order, OrderLine } from '../../data/shop-records.ts';
import { IconButton } from '../../kit/button.tsx';
import { inputClass } from '../../kit/field.tsx';
import { PartPager, usePages } from '../../shell/records/pages.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import css from '../shop.module.css';
import { amountIn, millionthsOf, shareOf, signedIn, signedText } from './amounts.ts';
import { type ChargeList, type LineEdit, type LinesDraft, piecesIn, type SetLine } from './line-changes.ts';
import { useTaxRules } from './tax-rules.ts';

interface RowsProps {
  readonly order: Order;
  /** The order as it was when the form opened. */
  readonly opened: Order;
  readonly edits: LinesDraft['edits'];
  readonly setLine: SetLine;
}

/** The products of an order, with their quantities and amounts before tax. */
export function ChangedGoods({ order, opened, edits, setLine }: RowsProps) {
  const pages = usePages(order.lines);
  const before = new Map(opened.lines.map((line) => [line.id, line]));
  return (
    <>
      <ul className={css.refundLines}>
        {pages.rows.map((line) => (
          <GoodsRow
            before={before.get(line.id)}
            edit={edits.lines.get(line.id) ?? {}}
            key={line.id}
            line={line}
            onChange={(edit) => setLine('lines', line.id, edit)}
          />
        ))}
      </ul>
      <PartPager pages={pages} />
    </>
  );
}

interface GoodsProps {
  readonly line: OrderLine;
  readonly before: OrderLine | undefined;
  readonly edit: LineEdit;
  readonly onChange: (edit: LineEdit) => void;
}

function GoodsRow({ line, before, edit, onChange }: GoodsProps) {
  const { shop: words } = useWords();
  const { decimals } = useTaxRules();
  const { count, money } = useFormats();
  const name = line.name || `#${line.id}`;
  const { quantity = String(line.quantity), amount = amountAt(line, quantity, decimals) } = edit;
  const isTheirs = before !== undefined && (before.quantity !== line.quantity || before.total !== line.total);
  const theirs = isTheirs ? words.theirs(`${count(line.quantity)} · ${money(Number(line.total))}`) : undefined;
  // A typed amount is that of its quantity: another quantity has another.
  const setQuantity = (text: string) => {
    const { amount: _, ...rest } = edit;
    onChange({ ...rest, quantity: text });
  };
  return (
    <li className={css.orderLine} data-removed={edit.isRemoved}>
      <RowName name={name} theirs={theirs} />
      <input
        aria-invalid={edit.quantity !== undefined && piecesIn(edit.quantity) === undefined}
        aria-label={words.refund.quantityOf(name)}
        className={`${inputClass} ${css.short}`}
        disabled={edit.isRemoved}
        inputMode="numeric"
        maxLength={9}
        onChange={({ target }) => setQuantity(target.value)}
        value={quantity}
      />
      <AmountField edit={edit} name={name} onChange={onChange} read={amountIn} value={amount} />
      <RemoveButton edit={edit} name={name} onChange={onChange} />
    </li>
  );
}

/** The amount of a line before tax, which follows its quantity. */
function amountAt({ quantity, total }: OrderLine, typed: string, decimals: number): string {
  const pieces = piecesIn(typed);
  const isScaled = pieces !== undefined && pieces !== quantity && quantity !== 0;
  const amount = millionthsOf(total);
  return signedText(isScaled ? shareOf(amount, [BigInt(pieces), BigInt(quantity)], decimals) : amount, decimals);
}

interface Charge {
  readonly list: ChargeList;
  readonly id: number;
  readonly name: string;
  readonly amount: string | number;
}

/** Fees, shipping charges and coupons of an order, with their amounts before tax. */
export function ChangedCharges({ order, opened, edits, setLine }: RowsProps) {
  const { order: words } = useWords().shop;
  const charged = (list: 'shipping_lines' | 'fee_lines', usual: string): readonly Charge[] =>
    (order[list] ?? []).map(({ id, title, total }) => ({ list, id, name: title || usual, amount: total }));
  const coupons = (order.coupon_lines ?? []).map(({ id, code, discount }): Charge => {
    return { list: 'coupon_lines', id, name: words.couponOf(code), amount: discount };
  });
  const rows = [...charged('shipping_lines', words.shipping), ...charged('fee_lines', words.fees), ...coupons];
  if (rows.length === 0) return null;
  const amountBefore = ({ list, id }: Charge) => {
    const line = (opened[list] ?? []).find((each) => each.id === id);
    return line && ('discount' in line ? line.discount : line.total);
  };
  return (
    <ul className={css.refundLines}>
      {rows.map((row) => (
        <ChargeRow
          before={amountBefore(row)}
          edit={edits[row.list].get(row.id) ?? {}}
          key={`${row.list} ${row.id}`}
          onChange={(edit) => setLine(row.list, row.id, edit)}
          row={row}
        />
      ))}
    </ul>
  );
}

interface ChargeProps {
  readonly row: Charge;
  readonly before: string | number | undefined;
  readonly edit: LineEdit;
  readonly onChange: (edit: LineEdit) => void;
}

function ChargeRow({ row: { list, name, amount }, before, edit, onChange }: ChargeProps) {
  const { shop: words } = useWords();
  const { decimals } = useTaxRules();
  const { money } = useFormats();
  const theirs = before !== undefined && before !== amount ? words.theirs(money(Number(amount))) : undefined;
  return (
    <li className={css.orderLine} data-charge data-removed={edit.isRemoved}>
      <RowName name={name} theirs={theirs} />
      <AmountField
        edit={edit}
        name={name}
        onChange={onChange}
        read={list === 'coupon_lines' ? amountIn : signedIn}
        value={edit.amount ?? signedText(millionthsOf(amount), decimals)}
      />
      <RemoveButton edit={edit} name={name} onChange={onChange} />
    </li>
  );
}

const RowName = ({ name, theirs }: { readonly name: string; readonly theirs: string | undefined }) => (
  <span className={css.orderLineName}>
    {name}
    {theirs && <small className="soft">{theirs}</small>}
  </span>
);

interface LineProps {
  readonly name: string;
  readonly edit: LineEdit;
  readonly onChange: (edit: LineEdit) => void;
}

interface AmountProps extends LineProps {
  readonly value: string;
  /** Reads a typed amount; undefined where it is none. */
  readonly read: (text: string) => unknown;
}

/** The amount of a line or charge before tax. */
function AmountField({ name, edit, onChange, value, read }: AmountProps) {
  const { shop: words } = useWords();
  return (
    <input
      aria-invalid={edit.amount !== undefined && read(edit.amount) === undefined}
      aria-label={words.refund.amountOf(name)}
      className={`${inputClass} ${css.short}`}
      disabled={edit.isRemoved}
      inputMode="decimal"
      maxLength={16}
      onChange={({ target }) => onChange({ ...edit, amount: target.value })}
      value={value}
    />
  );
}

/** Removes a line, or takes that back; what was typed stays. */
function RemoveButton({ name, edit, onChange }: LineProps) {
  const { action, shop: words } = useWords();
  const { isRemoved, ...typed } = edit;
  return isRemoved ? (
    <IconButton icon="undo" label={words.lines.keep(name)} onClick={() => onChange(typed)} />
  ) : (
    <IconButton icon="close" label={action.remove(name)} onClick={() => onChange({ ...typed, isRemoved: true })} />
  );
}
