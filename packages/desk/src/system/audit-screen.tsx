import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inventoryPath } from '../data/send.ts';
import { type AuditEntry, type AuditSearch, auditParameters, auditQuery, systemPerPage } from '../data/system.ts';
import { Empty } from '../kit/bits.tsx';
import { buttonClass } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { Screen } from '../kit/layout.tsx';
import type { Column } from '../kit/table/table.tsx';
import { PageHead } from '../shell/head.tsx';
import { useAddress } from '../shell/links.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { OlderPages } from '../shell/records/pages.tsx';
import { When } from '../shell/records/when.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { AuditEntryDialog, AuditOutcome, changesOf } from './audit-entry.tsx';
import { AuditFilters, readAuditSearch, writeAuditSearch } from './audit-filters.tsx';

/** Who did what, when, and whether it was refused. */
export function AuditScreen() {
  const { system, shell } = useWords();
  const { audit } = system;
  const { timeZone } = useFormats().conventions;
  const [search, setSearch] = useAddress(readAuditSearch, writeAuditSearch);
  const [befores, setBefores] = useState<readonly number[]>([]);
  const [opened, setOpened] = useState<AuditEntry>();
  const query = useQuery(auditQuery(search, { before: befores.at(-1), timeZone }));
  const columns = useAuditColumns();
  const rows = query.data;
  return (
    <Screen>
      <PageHead title={shell.screens.audit ?? ''}>
        <a className={buttonClass} data-kind="plain" download href={exportOf(search, timeZone)}>
          <Icon name="download" />
          <span>{audit.export}</span>
        </a>
      </PageHead>
      <AuditFilters
        change={(part, options) => {
          setSearch({ ...search, ...part }, options);
          setBefores([]);
        }}
        search={search}
      />
      <ListSheet
        asked={[search, befores]}
        bones={8}
        empty={<Empty text={audit.empty} />}
        isPaged={befores.length > 0}
        query={query}
        rows={rows}
        table={{
          caption: shell.screens.audit ?? '',
          columns,
          keyOf: ({ id }) => String(id),
          onOpen: setOpened,
        }}
      >
        <OlderPages
          befores={befores}
          newestLabel={audit.newest}
          olderLabel={audit.older}
          oldest={rows?.length === systemPerPage ? rows.at(-1)?.id : undefined}
          onMove={setBefores}
        />
      </ListSheet>
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Screen>
  );
}

/** Address of the file with all entries that the filters show. */
const exportOf = (search: AuditSearch, timeZone: string): string =>
  `${inventoryPath()}/audit/export?${new URLSearchParams({ format: 'csv', ...auditParameters(search, timeZone) })}`;

function useAuditColumns(): readonly Column<AuditEntry>[] {
  const { audit } = useWords().system;
  return [
    {
      name: 'when',
      label: audit.when,
      cell: ({ at }) => <When at={at} />,
    },
    { name: 'action', label: audit.action, onPhone: true, cell: ({ action }) => action },
    {
      name: 'actor',
      label: audit.actor,
      onPhone: 'under',
      cell: ({ actor_username: name, actor_ip: ip }) => name ?? ip,
    },
    {
      name: 'target',
      label: audit.target,
      cell: ({ target_type: type, target_id: id }) => [type, id].filter(Boolean).join(' '),
    },
    {
      name: 'outcome',
      label: audit.outcome,
      cell: ({ outcome, reason }) => (
        <>
          <AuditOutcome outcome={outcome} /> <span className="soft">{reason}</span>
        </>
      ),
    },
    { name: 'changes', label: audit.changes, cell: ({ changes }) => <Changes changes={changes} /> },
  ];
}

/** Members that changed, with both values where the entry has them. */
function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const lines = changesOf(changes).map(({ name, before, after }) =>
    before === undefined ? `${name}: ${after}` : `${name}: ${before} → ${after}`,
  );
  return <span title={lines.join('\n')}>{lines.join(', ')}</span>;
}
