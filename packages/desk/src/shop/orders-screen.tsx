import { amountOf } from '../data/amounts.ts';
import type { Order } from '../data/shop-records.ts';
import type { Column } from '../kit/table/table.tsx';
import { ScreenLink, useGo } from '../shell/links.tsx';
import { useSession } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { ListScreen } from './list-screen.tsx';
import { OrderStatus } from './status-pill.tsx';

/** Orders, newest first. */
export function OrdersScreen() {
  const words = useWords();
  const { shop } = useSession();
  const go = useGo();
  return (
    <ListScreen
      columns={useOrderColumns()}
      kind="orders"
      onOpen={({ id }) => go(`/orders/${id}`)}
      statuses={shop.statuses.map((value) => ({ value, label: words.status[value] ?? value }))}
      title={words.shell.screens.orders ?? ''}
    />
  );
}

/** Name of the customer of an order, as they gave it. */
export const customerName = ({ billing }: Order): string =>
  [billing?.first_name, billing?.last_name].filter(Boolean).join(' ') || billing?.email || '';

/** Columns of a list of orders. */
export function useOrderColumns(): readonly Column<Order>[] {
  const { shop: words } = useWords();
  const { money, moment, count } = useFormats();
  return [
    {
      name: 'number',
      label: words.column.number,
      cell: ({ id, number }) => <ScreenLink to={`/orders/${id}`}>#{number ?? id}</ScreenLink>,
    },
    { name: 'date', label: words.column.date, cell: ({ created_at: at }) => moment(at) },
    { name: 'customer', label: words.column.customer, cell: (order) => customerName(order) || words.guest },
    { name: 'status', label: words.column.status, cell: ({ status }) => <OrderStatus status={status} /> },
    {
      name: 'items',
      label: words.column.items,
      isNumber: true,
      cell: ({ lines }) => count(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
    },
    { name: 'total', label: words.column.total, isNumber: true, cell: ({ total }) => money(amountOf(total)) },
  ];
}
