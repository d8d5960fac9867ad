import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import type { Tagged } from '../data/client.ts';
import { type Customer, recordQuery, saveRecordOf, topicsOf } from '../data/shop-records.ts';
import { Button } from '../kit/button.tsx';
import { Screen } from '../kit/layout.tsx';
import { PageHead } from '../shell/head.tsx';
import { useGo } from '../shell/links.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { PendingRecord } from '../shell/records/pending.tsx';
import { useWords } from '../words/words.tsx';
import { CustomerFacts } from './customer/facts.tsx';
import { CustomerDownloads, CustomerKind, CustomerOrders, CustomerSums } from './customer/history.tsx';
import { nameOfCustomer } from './customers-screen.tsx';
import { customerFields } from './fields.ts';
import { InReports } from './in-reports.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import css from './shop.module.css';

/** One customer: what they ordered and spent, their orders, products and downloads. */
export function CustomerScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const words = useWords();
  const query = useQuery(recordQuery('customers', id));
  const back = <BackLink to="/customers">{words.shell.screens.customers}</BackLink>;
  if (!query.data) {
    const title = words.shell.screens.customer ?? '';
    return <PendingRecord back={back} error={query.error} retry={query.refetch} title={title} />;
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
    <Screen>
      <PageHead
        back={back}
        detail={
          <span className={css.marks}>
            <CustomerKind customer={customer} /> {[customer.email, place].filter(Boolean).join(' · ')}
          </span>
        }
        title={name}
      >
        <InReports id={customer.id} report="customers" subject="customer" />
        <Button icon="edit" onClick={() => setDialog('edit')}>
          {words.edit}
        </Button>
        <Button icon="trash" onClick={() => setDialog('remove')}>
          {words.remove}
        </Button>
      </PageHead>
      <CustomerSums customer={customer} />
      <CustomerFacts customer={customer} />
      <CustomerOrders customer={customer} />
      <CustomerDownloads customer={customer} />
      {dialog === 'edit' && (
        <RecordForm
          fields={customerFields}
          limits={limits.customers}
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
    </Screen>
  );
}
