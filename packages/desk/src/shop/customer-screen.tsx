import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tagged } from '../data/client.ts';
import { customerOrdersQuery, customerSumsQuery } from '../data/customer-orders.ts';
import { type Customer, recordQuery, saveRecordOf, topicsOf } from '../data/shop-records.ts';
import { Bone, Empty, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Table } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink, useGo } from '../shell/links.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { nameOfCustomer } from './customers-screen.tsx';
import { customerFields } from './fields.ts';
import { useOrderColumns } from './orders-screen.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import css from './shop.module.css';

/** One customer: what they ordered and spent, and their orders. */
export function CustomerScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const words = useWords();
  const query = useQuery(recordQuery('customers', id));
  const back = (
    <ScreenLink className={css.back} to="/customers">
      {words.shell.screens.customers}
    </ScreenLink>
  );
  if (!query.data) {
    return (
      <>
        <PageHead back={back} title={words.shell.screens.customer ?? ''} />
        {query.isError ? <Failure error={query.error} retry={query.refetch} /> : <Bone width={30} />}
      </>
    );
  }
  return <CustomerCard back={back} key={id} tagged={query.data} />;
}

interface CardProps {
  readonly tagged: Tagged<Customer>;
  readonly back: React.ReactNode;
}

function CustomerCard({ tagged, back }: CardProps) {
  const { record: customer, tag } = tagged;
  const { shop: words } = useWords();
  const go = useGo();
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const close = () => setDialog(undefined);
  const name = nameOfCustomer(customer);
  const place = [customer.postcode, customer.city, customer.state, customer.country].filter(Boolean).join(', ');
  return (
    <div className={css.screen}>
      <PageHead back={back} detail={[customer.email, place].filter(Boolean).join(' · ')} title={name}>
        <Button icon="edit" onClick={() => setDialog('edit')}>
          {words.edit}
        </Button>
        <Button icon="trash" onClick={() => setDialog('remove')}>
          {words.remove}
        </Button>
      </PageHead>
      <Sums customer={customer} />
      <Orders customer={customer} />
      {dialog === 'edit' && (
        <RecordForm
          fields={customerFields}
          onClose={close}
          onSaved={close}
          record={customer}
          title={name}
          writing={{ write: saveRecordOf<'customers'>('customers', customer.id), topics: topicsOf.customers, tag }}
        />
      )}
      {dialog === 'remove' && (
        <RemoveDialog kind="customers" name={name} onClose={close} onDone={() => go('/customers')} tagged={tagged} />
      )}
    </div>
  );
}

function Sums({ customer }: { readonly customer: Customer }) {
  const { shop: words } = useWords();
  const { count, money } = useFormats();
  const { data, error, refetch } = useQuery(customerSumsQuery(customer.id));
  if (error) return <Failure error={error} retry={refetch} />;
  const sums = [
    [words.customer.orders, data && count(data.orders)],
    [words.customer.spent, data && money(data.spent)],
    [words.customer.average, data && money(data.average)],
  ] as const;
  return (
    <Sheet flush>
      <dl className={css.amounts}>
        {sums.map(([label, value]) => (
          <div className={css.amount} key={label}>
            <dt>{label}</dt>
            <dd>{value ?? <Bone width={6} />}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

function Orders({ customer }: { readonly customer: Customer }) {
  const { shop: words } = useWords();
  const go = useGo();
  const columns = useOrderColumns();
  const { data, error, refetch, isLoading } = useQuery(customerOrdersQuery(customer));
  if (error) return <Failure error={error} retry={refetch} />;
  return (
    <Sheet flush title={words.customer.orders}>
      {!isLoading && (data ?? []).length === 0 ? (
        <Empty text={words.customer.noOrders} />
      ) : (
        <Table
          bones={isLoading ? 3 : undefined}
          caption={words.customer.orders}
          columns={columns.filter(({ name }) => name !== 'customer')}
          keyOf={({ id }) => String(id)}
          onOpen={({ id }) => go(`/orders/${id}`)}
          rows={data ?? []}
        />
      )}
    </Sheet>
  );
}
