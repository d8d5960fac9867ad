import { useState } from 'react';
import { amountOf } from '../data/amounts.ts';
import type { Order, OrderLine } from '../data/shop-records.ts';
import { Sheet } from '../kit/bits.tsx';
import { Pager } from '../kit/table/pager.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useFormats, useWords } from '../words/words.tsx';

/** The lines of an order, with prices as the customer saw them before tax. */
export function OrderLines({ order }: { readonly order: Order }) {
  const { shop: words } = useWords();
  const { money, count } = useFormats();
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
          .map(([name, value]) => `${name}: ${value}`)
          .join(', '),
    },
    { name: 'quantity', label: words.column.quantity, isNumber: true, cell: ({ quantity }) => count(quantity) },
    {
      name: 'price',
      label: words.column.price,
      isNumber: true,
      cell: ({ total, quantity }) => money(quantity === 0 ? 0 : amountOf(total) / quantity),
    },
    { name: 'tax', label: words.column.tax, isNumber: true, cell: (line) => money(taxOf(line)) },
    { name: 'total', label: words.column.total, isNumber: true, cell: ({ total }) => money(amountOf(total)) },
  ];
  const hasAttributes = order.lines.some(({ attributes }) => Object.keys(attributes ?? {}).length > 0);
  const pages = usePages(order.lines);
  return (
    <Sheet detail={count(order.lines.length)} flush title={words.order.lines}>
      <Table
        caption={words.order.lines}
        columns={columns.filter(({ name }) => hasAttributes || name !== 'attributes')}
        keyOf={({ id }) => String(id)}
        rows={pages.rows}
      />
      <PartPager pages={pages} />
    </Sheet>
  );
}

/** Rows of a page: an order may have thousands of lines. */
const PAGE = 100;

interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly last: number;
  readonly set: (page: number) => void;
}

/** Cuts a long list into pages in the browser. */
export function usePages<Row>(all: readonly Row[]): Pages<Row> {
  const [page, set] = useState(1);
  const last = Math.max(1, Math.ceil(all.length / PAGE));
  return { rows: all.slice((page - 1) * PAGE, page * PAGE), page, last, set };
}

/** Moves through the pages of a list that is held whole. */
export function PartPager({ pages: { page, last, set } }: { readonly pages: Omit<Pages<unknown>, 'rows'> }) {
  const { action, reports } = useWords();
  return (
    <Pager
      last={last}
      nextLabel={action.next}
      onPage={set}
      page={page}
      previousLabel={action.previous}
      text={reports.table.page(page, last)}
    />
  );
}
