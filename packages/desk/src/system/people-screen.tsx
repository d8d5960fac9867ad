import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Person, peopleQuery, savePerson, systemPerPage } from '../data/system.ts';
import { Empty, Pill, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { inputClass } from '../kit/field.tsx';
import { Pager } from '../kit/table/pager.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { usePersonFields } from './person-fields.ts';
import css from './system.module.css';

/** Accounts: who may do what. */
export function PeopleScreen() {
  const { system, shell, action, reports } = useWords();
  const [search, setSearch] = useState({ q: '', page: 1 });
  const [opened, setOpened] = useState<number | 'new'>();
  const [made, setMade] = useState<Person>();
  const query = useQuery(peopleQuery(search));
  const columns = usePersonColumns();
  const { rows = [], total = 0 } = query.data ?? {};
  const last = Math.max(1, Math.ceil(total / systemPerPage));
  return (
    <div className={css.screen}>
      <PageHead title={shell.screens.people ?? ''}>
        <Button icon="plus" kind="main" onClick={() => setOpened('new')}>
          {system.people.create}
        </Button>
      </PageHead>
      <input
        aria-label={system.people.search}
        className={`${inputClass} ${css.search}`}
        maxLength={200}
        onChange={({ target }) => setSearch({ q: target.value, page: 1 })}
        placeholder={system.people.search}
        type="search"
        value={search.q}
      />
      {query.isError ? (
        <Failure error={query.error} retry={query.refetch} />
      ) : (
        <Sheet flush title={query.data ? system.people.count(total) : shell.screens.people}>
          {query.data && rows.length === 0 ? (
            <Empty text={system.people.empty} />
          ) : (
            <Table
              bones={query.data ? undefined : 4}
              caption={shell.screens.people ?? ''}
              columns={columns}
              keyOf={({ id }) => String(id)}
              onOpen={({ id }) => setOpened(id)}
              rows={rows}
            />
          )}
          <Pager
            last={last}
            nextLabel={action.next}
            onPage={(page) => setSearch({ ...search, page })}
            page={search.page}
            previousLabel={action.previous}
            text={reports.table.page(search.page, last)}
          />
        </Sheet>
      )}
      {opened === 'new' && (
        <NewPerson
          onClose={() => setOpened(undefined)}
          onSaved={(person) => {
            setOpened(undefined);
            if (person.generated_password) setMade(person);
          }}
        />
      )}
      {typeof opened === 'number' && <PersonDialog id={opened} onClose={() => setOpened(undefined)} />}
      {made && <Secret onClose={() => setMade(undefined)} person={made} />}
    </div>
  );
}

interface NewPersonProps {
  readonly onClose: () => void;
  readonly onSaved: (person: Person) => void;
}

function NewPerson({ onClose, onSaved }: NewPersonProps) {
  const { people } = useWords().system;
  const fields = usePersonFields('new');
  return (
    <RecordForm
      fields={fields}
      onClose={onClose}
      onSaved={onSaved}
      title={people.create}
      writing={{ write: savePerson(undefined), topics: ['people'] }}
    />
  );
}

/** A password that was made, shown once. */
function Secret({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const { system, action } = useWords();
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={system.people.generated(person.username)}>
      <p className={css.secret}>{person.generated_password}</p>
      <Button kind="main" onClick={onClose}>
        {action.done}
      </Button>
    </Dialog>
  );
}

function usePersonColumns(): readonly Column<Person>[] {
  const { people } = useWords().system;
  const { moment } = useFormats();
  return [
    { name: 'username', label: people.username, cell: ({ username }) => username },
    { name: 'name', label: people.name, cell: ({ display_name: name }) => name },
    {
      name: 'role',
      label: people.role,
      cell: ({ role, shop_role: shop }) =>
        [people.roles[role] ?? role, shop && (people.shopRoles[shop] ?? shop)].filter(Boolean).join(', '),
    },
    {
      name: 'active',
      label: '',
      cell: ({ is_active: isActive }) => !isActive && <Pill tone="warn">{people.disabled}</Pill>,
    },
    { name: 'source', label: people.source, cell: ({ source = '' }) => people.sources[source] ?? source },
    {
      name: 'last',
      label: people.lastSignIn,
      cell: ({ last_login_at: at }) => (at ? moment(at) : people.never),
    },
  ];
}
