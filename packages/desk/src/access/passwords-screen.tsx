import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApplicationPassword, inUtc, passwordsQuery } from '../data/administration/passwords.ts';
import { serverNow } from '../data/server-clock.ts';
import { personQuery } from '../data/system.ts';
import { Empty, Pill } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Screen, softClass } from '../kit/layout.tsx';
import type { Column } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { When } from '../shell/records/when.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { NewPasswordDialog, PasswordMade } from './new-password-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

/** Application passwords of the own account. */
export function OwnPasswordsScreen() {
  const { access } = useWords();
  const { passwords: words } = access;
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<ApplicationPassword>();
  return (
    <Screen>
      <PageHead detail={words.detail} title={words.title}>
        <Button icon="plus" kind="main" onClick={() => setOpen(true)}>
          {words.create}
        </Button>
      </PageHead>
      <PasswordList emptyText={words.empty} owner="me" />
      {isOpen && (
        <NewPasswordDialog
          onClose={() => setOpen(false)}
          onMade={(password) => {
            setOpen(false);
            setMade(password);
          }}
        />
      )}
      {made && <PasswordMade onClose={() => setMade(undefined)} password={made} />}
    </Screen>
  );
}

/** Application passwords of another account: they can be revoked, and made by their owner only. */
export function PasswordsOfPersonScreen() {
  const { access } = useWords();
  const { passwords: words } = access;
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const person = useQuery(personQuery(Number(id)));
  const title = person.data ? words.of(person.data.record.username) : words.title;
  return (
    <Screen>
      <PageHead title={title} />
      {person.isError ? (
        <Failure error={person.error} retry={person.refetch} />
      ) : (
        <PasswordList emptyText={words.emptyOthers} owner={id} />
      )}
    </Screen>
  );
}

interface ListProps {
  readonly owner: string;
  readonly emptyText: string;
}

function PasswordList({ owner, emptyText }: ListProps) {
  const { access } = useWords();
  const { passwords: words } = access;
  const query = useQuery(passwordsQuery(owner));
  const [revoked, setRevoked] = useState<ApplicationPassword | 'all'>();
  const columns = usePasswordColumns(setRevoked);
  const rows = query.data ?? [];
  return (
    <>
      <ListSheet
        asked={query.dataUpdatedAt}
        bones={3}
        empty={<Empty text={emptyText} />}
        query={query}
        rows={query.data}
        table={{ caption: words.title, columns, keyOf: ({ uuid }) => uuid }}
      />
      {rows.length > 1 && (
        <div>
          <Button kind="quiet" onClick={() => setRevoked('all')}>
            {words.revokeAll}
          </Button>
        </div>
      )}
      {revoked && (
        <RevokeDialog count={rows.length} onClose={() => setRevoked(undefined)} owner={owner} password={revoked} />
      )}
    </>
  );
}

function usePasswordColumns(revoke: (password: ApplicationPassword) => void): readonly Column<ApplicationPassword>[] {
  const { access, capability } = useWords();
  const { passwords: words } = access;
  const { list } = useFormats();
  const time = (at: string) => <When at={inUtc(at)} />;
  const end = (at: string) =>
    Date.parse(inUtc(at)) <= serverNow().getTime() ? <Pill>{words.expired}</Pill> : time(at);
  return [
    { name: 'name', label: words.name, cell: ({ name }) => name },
    {
      name: 'scopes',
      label: words.scopes,
      cell: ({ scopes }) => (
        <span className={softClass}>{scopes ? list(scopes.map((each) => capability[each] ?? each)) : words.all}</span>
      ),
    },
    { name: 'created', label: words.created, cell: ({ created }) => time(created) },
    {
      name: 'used',
      label: words.lastUsed,
      cell: ({ last_used: used, last_ip: ip }) =>
        used === null ? (
          <span className={softClass}>{words.never}</span>
        ) : (
          <>
            {time(used)} <span className={softClass}>{ip}</span>
          </>
        ),
    },
    {
      name: 'end',
      label: words.expires,
      cell: ({ expires_at: at }) => (at === null ? <span className={softClass}>{words.noEnd}</span> : end(at)),
    },
    {
      name: 'actions',
      label: '',
      cell: (password) => (
        <Button aria-label={`${words.revoke}: ${password.name}`} kind="quiet" onClick={() => revoke(password)}>
          {words.revoke}
        </Button>
      ),
    },
  ];
}
