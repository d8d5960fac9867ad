import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import { type Customer, saveRecordOf, topicsOf } from '../data/shop-records.ts';
import { Button } from '../kit/button.tsx';
import { ScreenLink, useGo } from '../shell/links.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { When } from '../shell/records/when.tsx';
import { useWords } from '../words/words.tsx';
import { customerFields } from './fields.ts';
import { ListScreen } from './list-screen.tsx';

/** Name of a customer, or the address where there is none. */
export const nameOfCustomer = ({ first_name: first, last_name: last, email, username, id }: Customer): string =>
  [first, last].filter(Boolean).join(' ') || email || username || `#${id}`;

/** Customers, the newest first. */
export function CustomersScreen() {
  const { shop: words, shell } = useWords();
  const go = useGo();
  const [isNew, setNew] = useState(false);
  return (
    <>
      <ListScreen
        columns={[
          {
            name: 'name',
            label: words.column.name,
            cell: (row) => <ScreenLink to={`/customers/${row.id}`}>{nameOfCustomer(row)}</ScreenLink>,
          },
          { name: 'email', label: words.column.email, onPhone: 'under', cell: ({ email }) => email },
          {
            name: 'place',
            onPhone: true,
            label: words.column.place,
            cell: ({ city, country }) => [city, country].filter(Boolean).join(', '),
          },
          {
            name: 'active',
            label: words.column.lastActive,
            cell: ({ last_active_at: at }) => (at ? <When at={at} /> : words.noValue),
          },
        ]}
        kind="customers"
        onOpen={({ id }) => go(`/customers/${id}`)}
        title={shell.screens.customers ?? ''}
        tools={
          <Button icon="plus" kind="main" onClick={() => setNew(true)}>
            {words.create.customers}
          </Button>
        }
      />
      {isNew && (
        <RecordForm
          fields={customerFields}
          limits={limits.customers}
          onClose={() => setNew(false)}
          onSaved={({ id }) => go(`/customers/${id}`)}
          title={words.create.customers}
          writing={{ write: saveRecordOf<'customers'>('customers', undefined), topics: topicsOf.customers }}
        />
      )}
    </>
  );
}
