import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { amountOf } from '../data/amounts.ts';
import { type SharedAttribute, sharedAttributesQuery } from '../data/shop/attributes.ts';
import type { Order, OrderLine, Refund } from '../data/shop-records.ts';
import { Sheet } from '../kit/bits.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { PartPager, usePages } from '../shell/records/pages.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './shop.module.css';

/** An attribute of a line; shared ones by their names. */
function attributeText([key, value]: readonly [string, unknown], shared: readonly SharedAttribute[]): string {
  const { name = key, terms = [] } = shared.find((each) => each.key === key) ?? {};
  return `${name}: ${terms.find(({ slug }) => slug === value)?.name ?? value}`;
}

/** The lines of an order, with prices as the customer saw them before tax. */
export function OrderLines({ order, aside }: { readonly order: Order; readonly aside?: ReactNode }) {
  const { report, shop: words } = useWords();
  const { money, count } = useFormats();
  const hasAttributes = order.lines.some(({ attributes }) => Object.keys(attributes ?? {}).length > 0);
  const { data: shared = [] } = useQuery({ ...sharedAttributesQuery([]), enabled: hasAttributes });
  const taxOf = ({ taxes }: OrderLine) =>
    Object.values(taxes ?? {}).reduce<number>((sum, tax) => sum + amountOf(tax), 0);
  const columns: readonly Column<OrderLine>[] = [
    {
      name: 'name',
      label: words.column.product,
      cell: ({ product_id: product, name, id }) =>
        product ? <ScreenLink to={`/products/${product}`}>{name ?? product}</ScreenLink> : (name ?? id),
    },
    {
      name: 'attributes',
      label: words.column.attributes,
      cell: ({ attributes }) =>
        Object.entries(attributes ?? {})
          .map((attribute) => attributeText(attribute, shared))
          .join(', '),
    },
    {
      name: 'quantity',
      label: words.column.quantity,
      isNumber: true,
      onPhone: true,
      cell: ({ quantity }) => count(quantity),
    },
    {
      name: 'price',
      label: words.column.price,
      isNumber: true,
      cell: ({ total, quantity }) => money(quantity === 0 ? 0 : amountOf(total) / quantity),
    },
    { name: 'tax', label: words.column.tax, isNumber: true, cell: (line) => money(taxOf(line)) },
    {
      name: 'total',
      label: words.column.total,
      isNumber: true,
      onPhone: true,
      cell: ({ total }) => money(amountOf(total)),
    },
  ];
  const pages = usePages(order.lines);
  return (
    <Sheet aside={aside} detail={count(order.lines.length)} flush title={words.order.lines}>
      <Table
        caption={words.order.lines}
        columns={columns.filter(({ name }) => hasAttributes || name !== 'attributes')}
        folds={report.table.more}
        keyOf={({ id }) => String(id)}
        rows={pages.rows}
      />
      <PartPager pages={pages} />
    </Sheet>
  );
}

/** What an order comes to, as the customer saw it, and what was given back. */
export function OrderTotals({ order, refunds }: { readonly order: Order; readonly refunds: readonly Refund[] }) {
  const { order: words } = useWords().shop;
  const { money } = useFormats();
  const fees = (order.fee_lines ?? []).reduce((sum, { total }) => sum + amountOf(total), 0);
  const refunded = refunds.reduce((sum, { amount }) => sum + amountOf(amount), 0);
  const rows: readonly (readonly [label: string, amount: number, isStrong?: boolean])[] = [
    [words.subtotal, order.lines.reduce((sum, { subtotal }) => sum + amountOf(subtotal), 0)],
    [words.discount, -amountOf(order.discount_total)],
    [words.fees, fees],
    [words.shipping, amountOf(order.shipping_total)],
    [words.tax, amountOf(order.total_tax)],
    [words.total, amountOf(order.total), true],
    [words.refunded, -refunded],
    [words.left, amountOf(order.total) - refunded, true],
  ];
  const isAlways = (label: string) => label === words.subtotal || label === words.total;
  const shown = rows.filter(
    ([label, amount]) => isAlways(label) || (label === words.left ? refunded > 0 : amount !== 0),
  );
  return (
    <Sheet title={words.totals}>
      <dl className={css.totals}>
        {shown.map(([label, amount, isStrong]) => (
          <div className={css.total} data-strong={isStrong} key={label}>
            <dt>{label}</dt>
            <dd className="nums">{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
