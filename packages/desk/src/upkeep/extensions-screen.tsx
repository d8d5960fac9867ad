import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Extension,
  type ExtensionOffer,
  extensionsQuery,
  offersPerPage,
  offersQuery,
  refreshCatalogue,
} from '../data/administration/extensions.ts';
import { useWriting } from '../data/writing.ts';
import { Empty, Pill } from '../kit/bits.tsx';
import { Button, ToolButton } from '../kit/button.tsx';
import { Screen, softClass } from '../kit/layout.tsx';
import type { Column } from '../kit/table/table.tsx';
import { showToast } from '../kit/toast.tsx';
import { PageHead } from '../shell/head.tsx';
import { useGo } from '../shell/links.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { ListPager } from '../shell/records/pages.tsx';
import { useWords } from '../words/words.tsx';
import { StatePill } from './extension-state.tsx';
import { InstallDialog } from './install-dialog.tsx';
import { useOfferPrice } from './offer-price.ts';
import css from './upkeep.module.css';

/** Extensions that are installed, and what the catalogue offers. */
export function ExtensionsScreen() {
  const { upkeep, shell } = useWords();
  const { extensions: words } = upkeep;
  const refreshing = useWriting({
    write: refreshCatalogue,
    topics: ['settings'],
    onDone: () => showToast({ id: 'catalogue', text: words.refreshed }),
  });
  return (
    <Screen>
      <PageHead detail={words.detail} title={shell.screens.extensions ?? ''}>
        <ToolButton disabled={refreshing.isPending} icon="refresh" onClick={() => refreshing.mutate(undefined)}>
          {words.refresh}
        </ToolButton>
      </PageHead>
      <ErrorNotice error={refreshing.error} />
      <Installed />
      <Offered />
    </Screen>
  );
}

function Installed() {
  const { extensions: words } = useWords().upkeep;
  const go = useGo();
  const query = useQuery(extensionsQuery);
  const offers = useQuery(offersQuery('plugin', 1));
  const columns = useInstalledColumns(offers.data?.rows ?? []);
  const { length = 0 } = query.data ?? {};
  return (
    <ListSheet
      asked={query.dataUpdatedAt}
      bones={2}
      detail={length > 0 ? words.count(length) : undefined}
      empty={<Empty text={words.none} />}
      query={query}
      rows={query.data}
      table={{
        caption: words.installed,
        columns,
        keyOf: ({ slug }) => slug,
        onOpen: ({ slug }) => go(`/extensions/${slug}`),
      }}
      title={words.installed}
    />
  );
}

function useInstalledColumns(offers: readonly ExtensionOffer[]): readonly Column<Extension>[] {
  const { extensions: words } = useWords().upkeep;
  const updates = new Map(offers.filter((each) => each.has_update).map(({ slug, version }) => [slug, version]));
  return [
    {
      name: 'name',
      label: words.name,
      cell: ({ slug, title, failure }) => (
        <span className={css.name}>
          {title}
          <span className={softClass}>{failure ?? slug}</span>
        </span>
      ),
    },
    { name: 'state', label: words.state, cell: ({ state }) => <StatePill state={state} /> },
    {
      name: 'version',
      label: words.version,
      cell: ({ slug, version, is_signed: isSigned }) => (
        <>
          {version} {updates.has(slug) && <Pill tone="accent">{words.hasUpdate(updates.get(slug) ?? '')}</Pill>}
          {!isSigned && <Pill tone="warn">{words.unsigned}</Pill>}
        </>
      ),
    },
  ];
}

function Offered() {
  const { extensions: words } = useWords().upkeep;
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ExtensionOffer>();
  const query = useQuery(offersQuery('plugin', page));
  const columns = useOfferColumns(setChosen);
  const { rows, total } = query.data ?? {};
  return (
    <>
      <ListSheet
        asked={query.dataUpdatedAt}
        bones={2}
        empty={<Empty text={total === 0 ? words.noOffers : words.allInstalled} />}
        query={query}
        rows={rows?.filter((each) => each.installed_version === null)}
        table={{ caption: words.offered, columns, keyOf: ({ slug }) => slug }}
        title={words.offered}
      >
        <ListPager onPage={setPage} page={page} perPage={offersPerPage} total={total} />
      </ListSheet>
      {chosen && <InstallDialog offer={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function useOfferColumns(choose: (offer: ExtensionOffer) => void): readonly Column<ExtensionOffer>[] {
  const { extensions: words } = useWords().upkeep;
  const priceOf = useOfferPrice();
  return [
    {
      name: 'name',
      label: words.name,
      cell: (offer) => (
        <span className={css.name}>
          {offer.name}
          <span className={softClass}>{offer.description}</span>
          <span className={softClass}>{[offer.vendor, priceOf(offer)].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    { name: 'version', label: words.version, cell: ({ version }) => version },
    {
      name: 'actions',
      label: '',
      cell: (offer) => <InstallButton offer={offer} onChoose={() => choose(offer)} />,
    },
  ];
}

function InstallButton({ offer, onChoose }: { readonly offer: ExtensionOffer; readonly onChoose: () => void }) {
  const { extensions: words } = useWords().upkeep;
  if (offer.needs_version !== null) return <span className={softClass}>{words.needs(offer.needs_version)}</span>;
  if (!offer.is_installable) return <span className={softClass}>{words.notInstallable}</span>;
  return (
    <Button aria-label={`${words.install}: ${offer.name}`} onClick={onChoose}>
      {words.install}
    </Button>
  );
}
