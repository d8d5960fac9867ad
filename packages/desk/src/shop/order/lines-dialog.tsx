import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tagged } from '../../data/client.ts';
import { isOutdated } from '../../data/refusal.ts';
import { taxRatesQuery } from '../../data/shop/tax-rates.ts';
import { type Order, type OrderLine, saveRecordOf, topicsOf } from '../../data/shop-records.ts';
import { useWriting } from '../../data/writing.ts';
import { TextField } from '../../kit/field.tsx';
import { Notice } from '../../kit/layout.tsx';
import { FormDialog } from '../../shell/records/form-dialog.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import { AddedCharges } from './added-charges.tsx';
import { AmountList } from './amount-list.tsx';
import { amountIn } from './amounts.ts';
import { DraftLines } from './draft-lines.tsx';
import { type LinesDraft, lineLists, orderChanges, type SetLine, unchanged } from './line-changes.ts';
import { ChangedCharges, ChangedGoods } from './line-rows.tsx';
import { useTaxRules } from './tax-rules.ts';
import { type TaxChoice, taxChoicesOf } from './taxing.ts';

interface LinesDialogProps {
  readonly tagged: Tagged<Order>;
  readonly title: string;
  readonly onClose: () => void;
}

/**
 * Changes the lines of an order: quantities, amounts, products, fees, shipping and coupons. What others save meanwhile is refused
 * once; lines that were not touched here are then theirs.
 */
export function LinesDialog({ tagged: now, title, onClose }: LinesDialogProps) {
  const { shop: words, action } = useWords();
  const [opened] = useState(now);
  const [isConflict, setConflict] = useState(false);
  const [draft, setDraft] = useState<LinesDraft>(unchanged);
  const { record: order, tag } = isConflict ? now : opened;
  const rates = useQuery(taxRatesQuery);
  const choices = taxChoicesOf(rates.data ?? []);
  const firstId = Math.max(...[opened.record, now.record].map(lastIdIn)) + 1;
  const body = orderChanges(order, draft, { ...useTaxRules(), firstId });
  const writing = useWriting({
    write: saveRecordOf<'orders'>('orders', order.id),
    topics: topicsOf.orders,
    tag,
    onDone: onClose,
  });
  const submit = () => {
    if (body === undefined) return;
    if (Object.keys(body).length === 0) return onClose();
    writing.mutate(body, { onError: (error) => isOutdated(error) && setConflict(true) });
  };
  const change = (part: Partial<LinesDraft>) => setDraft({ ...draft, ...part });
  const setLine: SetLine = (list, id, edit) => {
    change({ edits: { ...draft.edits, [list]: new Map(draft.edits[list]).set(id, edit) } });
  };
  const charging = { choices, usual: usualChoice(order, choices), isReady: !rates.isPending };
  const lists = { order, opened: opened.record, edits: draft.edits, setLine };
  return (
    <FormDialog
      error={writing.error}
      isPending={writing.isPending}
      isReady={body !== undefined && !rates.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={action.save}
      title={title}
      wide
    >
      <ChangedGoods {...lists} />
      <DraftLines {...charging} lines={draft.goods} onChange={(goods) => change({ goods })} />
      <ChangedCharges {...lists} />
      <AddedCharges {...charging} charges={draft.charges} onChange={(charges) => change({ charges })} />
      {hasNoTaxes(order) && <OrderTax draft={draft} onChange={(tax) => change({ tax })} order={order} />}
      {isConflict && <Lost draft={draft} opened={opened.record} order={order} />}
      {body === undefined ? (
        <Notice role="status">{words.lines.unreadable}</Notice>
      ) : (
        <ChangedTotals order={{ ...order, ...body }} />
      )}
    </FormDialog>
  );
}

const idsIn = (lines: readonly { readonly id: number }[] | null): readonly number[] =>
  (lines ?? []).map(({ id }) => id);
const lastIdIn = (order: Order): number =>
  [...lineLists, 'tax_lines' as const].flatMap((name) => idsIn(order[name])).reduce((a, b) => Math.max(a, b), 0);

/** Whether the tax of an order is an amount that belongs to no line. */
const hasNoTaxes = (order: Order): boolean =>
  (order.tax_lines ?? []).length === 0 &&
  [...order.lines, ...(order.fee_lines ?? []), ...(order.shipping_lines ?? [])].every(
    ({ taxes }) => Object.keys(taxes ?? {}).length === 0,
  );

/** The rates that the first line is charged by. */
function usualChoice({ lines: [first] }: Order, choices: readonly TaxChoice[]): TaxChoice | undefined {
  const applied = Object.entries(first?.taxes ?? {}).flatMap(([id, tax]) => (tax === null ? [] : [Number(id)]));
  return choices.find(({ rates }) => rates.length === applied.length && rates.every(({ id }) => applied.includes(id)));
}

interface TaxProps {
  readonly draft: LinesDraft;
  readonly order: Order;
  readonly onChange: (tax: string) => void;
}

function OrderTax({ draft, order, onChange }: TaxProps) {
  const { order: words } = useWords().shop;
  return (
    <TextField
      aria-invalid={draft.tax !== undefined && amountIn(draft.tax) === undefined}
      inputMode="decimal"
      label={words.tax}
      maxLength={16}
      onChange={({ target }) => onChange(target.value)}
      value={draft.tax ?? String(Number(order.total_tax))}
    />
  );
}

interface LostProps {
  readonly draft: LinesDraft;
  readonly opened: Order;
  readonly order: Order;
}

/** Lines that were changed here and that others removed. */
function Lost({ draft, opened, order }: LostProps) {
  const { lines: words } = useWords().shop;
  const { list } = useFormats();
  const names = lineLists.flatMap((each) => {
    const left = new Set(idsIn(order[each]));
    return (opened[each] ?? [])
      .filter(({ id }) => draft.edits[each].has(id) && !left.has(id))
      .map((line) => ('code' in line ? line.code : 'title' in line ? line.title : line.name) ?? `#${line.id}`);
  });
  return names.length === 0 ? null : <Notice role="status">{words.lost(list(names))}</Notice>;
}

type Sums = 'discount_total' | 'shipping_total' | 'total_tax' | 'total';

interface CountedOrder extends Pick<Order, Sums> {
  readonly lines: readonly OrderLine[];
  readonly fee_lines: readonly { readonly total: string | number }[] | null;
}

/** What the order comes to with the changes. */
function ChangedTotals({ order }: { readonly order: CountedOrder }) {
  const { order: words } = useWords().shop;
  const rows = [
    [words.subtotal, order.lines.reduce((all, { subtotal }) => all + Number(subtotal), 0)],
    [words.discount, -Number(order.discount_total)],
    [words.fees, (order.fee_lines ?? []).reduce((all, { total }) => all + Number(total), 0)],
    [words.shipping, Number(order.shipping_total)],
    [words.tax, Number(order.total_tax)],
  ] as const;
  return <AmountList rows={rows} total={Number(order.total)} />;
}
