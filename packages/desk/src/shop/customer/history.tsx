import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namesQuery } from '../../data/names.ts';
import {
  type BoughtProduct,
  boughtIn,
  type CustomerDownload,
  customerDownloadsQuery,
  customerOrdersPerPage,
  customerOrdersQuery,
  customerSumsQuery,
} from '../../data/shop/customer-orders.ts';
import type { Customer, Order } from '../../data/shop-records.ts';
import { Bone, Empty, Pill, Sheet } from '../../kit/bits.tsx';
import { Amounts } from '../../kit/layout.tsx';
import { type Column, Table } from '../../kit/table/table.tsx';
import { Failure } from '../../shell/failure.tsx';
import { ScreenLink, useGo } from '../../shell/links.tsx';
import { ListSheet } from '../../shell/records/list-sheet.tsx';
import { ListPager } from '../../shell/records/pages.tsx';
import { When } from '../../shell/records/when.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { clockText } from '../../words/moments.ts';
import { useFormats, useWords } from '../../words/words.tsx';
import { useOrderColumns } from '../orders-screen.tsx';

interface CustomerProps {
  readonly customer: Customer;
}

/** Whether a customer has ordered once or more often; nothing before the first order that counts. */
export function CustomerKind({ customer }: CustomerProps) {
  const { status } = useWords();
  const orders = useQuery(customerSumsQuery(customer.id)).data?.orders ?? 0;
  if (orders === 0) return null;
  return orders > 1 ? <Pill tone="good">{status.returning}</Pill> : <Pill tone="accent">{status.new}</Pill>;
}

/** What a customer ordered and spent, and when they last came. */
export function CustomerSums({ customer }: CustomerProps) {
  const { shop: words } = useWords();
  const { conventions, count, money, day } = useFormats();
  const { data, error, refetch } = useQuery(customerSumsQuery(customer.id));
  const dayOf = (at: string) => day(clockText(at, conventions.timeZone).slice(0, 10));
  const { last_active_at: lastActive, registered_at: registered } = customer;
  if (error) return <Failure error={error} retry={refetch} />;
  const sums = [
    [words.customer.orders, data && count(data.orders)],
    [words.customer.spent, data && money(data.spent)],
    [words.customer.average, data && money(data.average)],
    [words.customer.lastOrder, data && (data.lastOrder === null ? words.noValue : day(data.lastOrder))],
    ...(lastActive ? [[words.column.lastActive, dayOf(lastActive)] as const] : []),
    ...(registered ? [[words.column.registered, dayOf(registered)] as const] : []),
  ] as const;
  return (
    <Sheet flush>
      <Amounts amounts={sums.map(([label, value]) => [label, value ?? <Bone key={label} width={6} />])} />
    </Sheet>
  );
}

/** The orders of a customer, and the products in the latest of them. */
export function CustomerOrders({ customer }: CustomerProps) {
  const { shop: words } = useWords();
  const [page, setPage] = useState(1);
  const query = useQuery(customerOrdersQuery(customer.id, page));
  const latest = useQuery(customerOrdersQuery(customer.id, 1));
  const columns = useOrderColumns();
  const go = useGo();
  return (
    <>
      <ListSheet
        asked={page}
        bones={3}
        detail={query.data && words.count.orders(query.data.total)}
        empty={<Empty text={words.customer.noOrders} />}
        isPaged={page > 1}
        query={query}
        rows={query.data?.rows}
        table={{
          caption: words.customer.orders,
          columns: columns.filter(({ name }) => name !== 'customer'),
          keyOf: ({ id }) => String(id),
          onOpen: ({ id }) => go(`/orders/${id}`),
        }}
        title={words.customer.orders}
      >
        <ListPager
          isStale={query.isPlaceholderData}
          onPage={setPage}
          page={page}
          perPage={customerOrdersPerPage}
          total={query.data?.total}
        />
      </ListSheet>
      {latest.data && <BoughtProducts isAll={latest.data.total <= customerOrdersPerPage} orders={latest.data.rows} />}
    </>
  );
}

/** Products that are listed; the others are few and cheap. */
const MOST_PRODUCTS = 20;

function BoughtProducts({ orders, isAll }: { readonly orders: readonly Order[]; readonly isAll: boolean }) {
  const { shop: words } = useWords();
  const { money, count } = useFormats();
  const bought = boughtIn(orders, useSession().shop.excluded_statuses);
  if (bought.length === 0) return null;
  const columns: readonly Column<BoughtProduct>[] = [
    {
      name: 'product',
      label: words.column.product,
      cell: ({ product, name }) => (product === 0 ? name : <ScreenLink to={`/products/${product}`}>{name}</ScreenLink>),
    },
    { name: 'quantity', label: words.column.quantity, isNumber: true, cell: ({ quantity }) => count(quantity) },
    {
      name: 'total',
      label: words.customer.beforeTax,
      isNumber: true,
      onPhone: true,
      cell: ({ total }) => money(total),
    },
  ];
  return (
    <Sheet
      detail={isAll ? count(bought.length) : words.customer.inLatest(count(orders.length))}
      flush
      title={words.customer.bought}
    >
      <Table
        caption={words.customer.bought}
        columns={columns}
        keyOf={({ product, name }) => `${product} ${name}`}
        rows={bought.slice(0, MOST_PRODUCTS)}
      />
    </Sheet>
  );
}

/** Files that a customer fetched, the latest first; absent where there were none. */
export function CustomerDownloads({ customer }: CustomerProps) {
  const { shop: words } = useWords();
  const { count } = useFormats();
  const { data, error, refetch } = useQuery(customerDownloadsQuery(customer.id));
  const columns = useDownloadColumns(data?.rows ?? []);
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data || data.total === 0) return null;
  return (
    <Sheet detail={count(data.total)} flush title={words.customer.downloads}>
      <Table caption={words.customer.downloads} columns={columns} keyOf={({ id }) => String(id)} rows={data.rows} />
    </Sheet>
  );
}

function useDownloadColumns(rows: readonly CustomerDownload[]): readonly Column<CustomerDownload>[] {
  const { shop: words } = useWords();
  const products = [...new Set(rows.map(({ product }) => String(product)))];
  const { data: names } = useQuery(namesQuery('products', products));
  return [
    { name: 'file', label: words.customer.file, cell: ({ file }) => file },
    {
      name: 'product',
      label: words.column.product,
      cell: ({ product }) => (
        <ScreenLink to={`/products/${product}`}>{names?.get(String(product)) ?? `#${product}`}</ScreenLink>
      ),
    },
    {
      name: 'order',
      label: words.column.number,
      cell: ({ order, orderNumber }) => <ScreenLink to={`/orders/${order}`}>#{orderNumber}</ScreenLink>,
    },
    { name: 'address', label: words.customer.address, cell: ({ address }) => address },
    {
      name: 'at',
      label: words.column.date,
      onPhone: true,
      cell: ({ at }) => <When at={at} />,
    },
  ];
}
