import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { revokePassword } from '../data/administration/passwords.ts';
import { type Phone, phoneAvailabilityQuery, phonesQuery } from '../data/administration/phones.ts';
import { useWriting } from '../data/writing.ts';
import { Empty } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Notice, Screen, softClass } from '../kit/layout.tsx';
import type { Column } from '../kit/table/table.tsx';
import { showToast } from '../kit/toast.tsx';
import { PageHead } from '../shell/head.tsx';
import { Confirm } from '../shell/records/confirm.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { When } from '../shell/records/when.tsx';
import { useMay, useSession } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import { PairDialog } from './pair-dialog.tsx';

/** Phones that are signed in: the own ones, all of them for those who manage people. */
export function PhonesScreen() {
  const { access, shell } = useWords();
  const { phones: words } = access;
  const { user } = useSession();
  const seesAll = useMay()('manage_users');
  const query = useQuery(phonesQuery({ id: user.id, username: user.username, seesAll }));
  const availability = useQuery(phoneAvailabilityQuery);
  const [isPairing, setPairing] = useState(false);
  const [out, setOut] = useState<Phone>();
  const columns = usePhoneColumns(seesAll, setOut);
  const reason = availability.data?.reason;
  return (
    <Screen>
      <PageHead detail={words.detail} title={shell.screens.phones ?? ''}>
        {availability.data?.available && (
          <Button icon="plus" kind="main" onClick={() => setPairing(true)}>
            {words.signIn}
          </Button>
        )}
      </PageHead>
      {reason && <Notice>{words.unavailable[reason] ?? reason}</Notice>}
      <ListSheet
        asked={query.dataUpdatedAt}
        bones={3}
        empty={<Empty text={words.empty} />}
        query={query}
        rows={query.data}
        table={{ caption: shell.screens.phones ?? '', columns, keyOf: ({ uuid }) => uuid }}
      />
      {isPairing && <PairDialog onClose={() => setPairing(false)} />}
      {out && <SignOutDialog onClose={() => setOut(undefined)} phone={out} />}
    </Screen>
  );
}

function usePhoneColumns(hasOwner: boolean, signOut: (phone: Phone) => void): readonly Column<Phone>[] {
  const { phones: words } = useWords().access;
  const owner: Column<Phone> = { name: 'owner', label: words.owner, cell: ({ username }) => username };
  return [
    { name: 'name', label: words.name, cell: ({ name }) => name },
    ...(hasOwner ? [owner] : []),
    { name: 'since', label: words.since, onPhone: 'under', cell: ({ created_at: at }) => <When at={at} /> },
    {
      name: 'used',
      label: words.lastUsed,
      cell: ({ last_used_at: at }) =>
        at === null ? <span className={softClass}>{words.never}</span> : <When at={at} />,
    },
    {
      name: 'actions',
      label: '',
      cell: (phone) => (
        <Button aria-label={`${words.signOut}: ${phone.name}`} kind="quiet" onClick={() => signOut(phone)}>
          {words.signOut}
        </Button>
      ),
    },
  ];
}

function SignOutDialog({ phone, onClose }: { readonly phone: Phone; readonly onClose: () => void }) {
  const { phones: words } = useWords().access;
  const writing = useWriting({
    write: revokePassword(String(phone.user_id)),
    topics: ['people'],
    onDone: () => {
      showToast({ id: 'phone', text: words.signedOut });
      onClose();
    },
  });
  return (
    <Confirm
      onClose={onClose}
      onConfirm={() => writing.mutate(phone.uuid)}
      text={words.signOutText}
      title={words.signOutTitle(phone.name)}
      verb={words.signOut}
      writing={writing}
    />
  );
}
