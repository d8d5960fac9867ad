import { lazy, Suspense, useState } from 'react';
import { amountOf } from '../data/amounts.ts';
import type { Order } from '../data/shop-records.ts';
import { Button } from '../kit/button.tsx';
import type { Column } from '../kit/table/table.tsx';
import { ScreenLink, useGo } from '../shell/links.tsx';
import { When } from '../shell/records/when.tsx';
import { useSession } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { ListScreen } from './list-screen.tsx';
import css from './shop.module.css';
import { OrderStatus } from './status-pill.tsx';

const NewOrder = lazy(async () => ({ default: (await import('./new-order.tsx')).NewOrder }));

/** Orders, newest first. */
export function OrdersScreen() {
  const words = useWords();
  const { shop } = useSession();
  const go = useGo();
  const [isNew, setNew] = useState(false);
  const open = ({ id }: Order) => go(`/orders/${id}`);
  return (
    <>
      <ListScreen
        columns={useOrderColumns()}
        kind="orders"
        onOpen={open}
        statuses={inOrderOfWork(shop.statuses).map((value) => ({ value, label: words.status[value] ?? value }))}
        title={words.shell.screens.orders ?? ''}
        tools={
          <Button icon="plus" kind="main" onClick={() => setNew(true)}>
            {words.shop.create.orders}
          </Button>
        }
      />
      {isNew && (
        <Suspense>
          <NewOrder onClose={() => setNew(false)} onSaved={open} />
        </Suspense>
      )}
    </>
  );
}

/** What waits for work first, the bin last. */
const inOrderOfWork = (statuses: readonly string[]): readonly string[] =>
  statuses.toSorted((a, b) => Number(a === 'trash') - Number(b === 'trash'));

/** Name of the customer of an order, as they gave it. */
export const customerName = ({ billing }: Order): string =>
  [billing?.first_name, billing?.last_name].filter(Boolean).join(' ') || billing?.email || '';

/** Columns of a list of orders. */
export function useOrderColumns(): readonly Column<Order>[] {
  const { shop: words } = useWords();
  const { money, count } = useFormats();
  return [
    {
      name: 'number',
      label: words.column.number,
      cell: ({ id, number }) => (
        <ScreenLink className={css.number} to={`/orders/${id}`}>
          #{number ?? id}
        </ScreenLink>
      ),
    },
    { name: 'date', label: words.column.date, onPhone: 'under', cell: ({ created_at: at }) => <When at={at} /> },
    { name: 'customer', label: words.column.customer, cell: (order) => customerName(order) || words.guest },
    {
      name: 'status',
      label: words.column.status,
      onPhone: 'under',
      value: ({ status }) => status,
      cell: ({ status }) => <OrderStatus status={status} />,
    },
    {
      name: 'items',
      label: words.column.items,
      isNumber: true,
      cell: ({ lines }) => count(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
    },
    {
      name: 'total',
      label: words.column.total,
      isNumber: true,
      onPhone: true,
      value: ({ total }) => total,
      cell: ({ total }) => money(amountOf(total)),
    },
  ];
}
