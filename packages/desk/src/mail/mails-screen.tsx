import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { among, type NoteFault, partReader, type RawSearch, readPage, readSearchText } from '../data/address.ts';
import { mailPhoneQuery } from '../data/administration/mail-phone.ts';
import {
  type Mail,
  type MailSearch,
  mailStatuses,
  mailsPerPage,
  mailsQuery,
  mailTotalsQuery,
} from '../data/administration/mails.ts';
import { Empty } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Filters, Screen, SearchField, softClass } from '../kit/layout.tsx';
import type { Column } from '../kit/table/table.tsx';
import { PageHead } from '../shell/head.tsx';
import { useAddress, useGo } from '../shell/links.tsx';
import { CountedStatuses } from '../shell/records/counted-statuses.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { ListPager } from '../shell/records/pages.tsx';
import { When } from '../shell/records/when.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './mail.module.css';
import { MailStatusPill } from './mail-status.tsx';

const PhoneDialog = lazy(async () => ({ default: (await import('./phone-dialog.tsx')).PhoneDialog }));

/** Reads the log from an address; a wrong part falls back to its default. */
function readSearch(search: RawSearch, note?: NoteFault): MailSearch {
  const part = partReader(search, note);
  return {
    status: part('status', among(mailStatuses)),
    q: part('q', readSearchText) ?? '',
    page: part('page', readPage) ?? 1,
  };
}

const writeSearch = ({ status, q, page }: MailSearch): RawSearch => ({
  ...(status && { status }),
  ...(q !== '' && { q }),
  ...(page > 1 && { page: String(page) }),
});

/** Mails that were sent, wait, or have failed. */
export function MailsScreen() {
  const { shell, upkeep } = useWords();
  const { mails: words } = upkeep;
  const go = useGo();
  const [search, setSearch] = useAddress(readSearch, writeSearch);
  const query = useQuery(mailsQuery(search));
  const columns = useMailColumns();
  const [isPhoneOpen, setPhoneOpen] = useState(false);
  const device = useQuery(mailPhoneQuery).data?.phone?.device;
  const { total = 0 } = query.data ?? {};
  const isFiltered = search.status !== undefined || search.q !== '';
  return (
    <Screen>
      <PageHead detail={device && upkeep.mailPhone.pairedWith(device)} title={shell.screens.mail ?? ''}>
        <Button icon="phone" onClick={() => setPhoneOpen(true)}>
          {upkeep.mailPhone.open}
        </Button>
      </PageHead>
      <MailFilters search={search} setSearch={setSearch} />
      <ListSheet
        asked={search}
        isPaged={search.page > 1}
        bones={8}
        empty={<Empty text={isFiltered ? words.noMatch : words.empty} />}
        query={query}
        rows={query.data?.rows}
        table={{
          caption: shell.screens.mail ?? '',
          columns,
          keyOf: ({ id }) => String(id),
          onOpen: ({ id }) => go(`/mail/${id}`),
        }}
        title={query.data && (total > 0 || isFiltered) ? words.count(total) : undefined}
      >
        <ListPager
          isStale={query.isPlaceholderData}
          onPage={(page, options) => setSearch({ ...search, page }, options)}
          page={search.page}
          perPage={mailsPerPage}
          total={query.data?.total}
        />
      </ListSheet>
      {isPhoneOpen && (
        <Suspense>
          <PhoneDialog onClose={() => setPhoneOpen(false)} />
        </Suspense>
      )}
    </Screen>
  );
}

interface FiltersProps {
  readonly search: MailSearch;
  readonly setSearch: (search: MailSearch, options?: { readonly replace?: boolean }) => void;
}

function MailFilters({ search, setSearch }: FiltersProps) {
  const { mails: words } = useWords().upkeep;
  return (
    <Filters>
      <SearchField
        label={words.search}
        onText={(q) => setSearch({ ...search, q, page: 1 }, { replace: true })}
        text={search.q}
      />
      <CountedStatuses
        chosen={search.status}
        label={words.status}
        onChoose={(next) => setSearch({ ...search, status: mailStatuses.find((each) => each === next), page: 1 })}
        query={mailTotalsQuery(search)}
        statuses={mailStatuses.map((value) => ({ value, label: words.statuses[value] ?? value }))}
      />
    </Filters>
  );
}

function useMailColumns(): readonly Column<Mail>[] {
  const { mails: words } = useWords().upkeep;
  const { list } = useFormats();
  return [
    {
      name: 'subject',
      label: words.subject,
      cell: ({ subject, error }) => (
        <span className={css.subject}>
          {subject}
          {error && <span className={softClass}>{error.message}</span>}
        </span>
      ),
    },
    { name: 'to', label: words.to, cell: ({ to }) => <span className={softClass}>{list(to)}</span> },
    { name: 'status', label: words.status, onPhone: true, cell: ({ status }) => <MailStatusPill status={status} /> },
    {
      name: 'when',
      label: words.when,
      onPhone: 'under',
      cell: ({ created_at: at }) => <When at={at} />,
    },
  ];
}
