import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import { type Person, peopleQuery, savePerson, systemPerPage } from '../data/system.ts';
import { Empty, Pill } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Screen, SearchField, Secret } from '../kit/layout.tsx';
import type { Column } from '../kit/table/table.tsx';
import { PageHead } from '../shell/head.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { ListPager } from '../shell/records/pages.tsx';
import { When } from '../shell/records/when.tsx';
import { useWords } from '../words/words.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { usePersonFields } from './person-fields.ts';

/** Accounts: who may do what. */
export function PeopleScreen() {
  const { system, shell } = useWords();
  const [search, setSearch] = useState({ q: '', page: 1 });
  const [opened, setOpened] = useState<number | 'new'>();
  const [made, setMade] = useState<Person>();
  const query = useQuery(peopleQuery(search));
  const columns = usePersonColumns();
  const { total = 0 } = query.data ?? {};
  return (
    <Screen>
      <PageHead title={shell.screens.people ?? ''}>
        <Button icon="plus" kind="main" onClick={() => setOpened('new')}>
          {system.people.create}
        </Button>
      </PageHead>
      <SearchField label={system.people.search} onText={(q) => setSearch({ q, page: 1 })} text={search.q} />
      <ListSheet
        asked={search}
        bones={4}
        empty={<Empty text={system.people.empty} />}
        isPaged={search.page > 1}
        query={query}
        rows={query.data?.rows}
        table={{
          caption: shell.screens.people ?? '',
          columns,
          keyOf: ({ id }) => String(id),
          onOpen: ({ id }) => setOpened(id),
        }}
        title={query.data ? system.people.count(total) : shell.screens.people}
      >
        <ListPager
          isStale={query.isPlaceholderData}
          onPage={(page) => setSearch({ ...search, page })}
          page={search.page}
          perPage={systemPerPage}
          total={query.data?.total}
        />
      </ListSheet>
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
      {made && <GeneratedPassword onClose={() => setMade(undefined)} person={made} />}
    </Screen>
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
      limits={limits.person}
      onClose={onClose}
      onSaved={onSaved}
      title={people.create}
      writing={{ write: savePerson(undefined), topics: ['people'] }}
    />
  );
}

/** A password that was made, shown once. */
function GeneratedPassword({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const { system, action } = useWords();
  return (
    <Dialog closeLabel={action.close} onClose={onClose} once title={system.people.generated(person.username)}>
      <Secret>{person.generated_password}</Secret>
      <Button kind="main" onClick={onClose}>
        {action.done}
      </Button>
    </Dialog>
  );
}

function usePersonColumns(): readonly Column<Person>[] {
  const { people } = useWords().system;
  return [
    { name: 'username', label: people.username, cell: ({ username }) => username },
    { name: 'name', label: people.name, onPhone: 'under', cell: ({ display_name: name }) => name },
    {
      name: 'role',
      label: people.role,
      onPhone: true,
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
      cell: ({ last_login_at: at }) => (at ? <When at={at} /> : people.never),
    },
  ];
}
