import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inventoryPath } from '../data/send.ts';
import { type AuditEntry, auditQuery, systemPerPage } from '../data/system.ts';
import { Empty, Pill, Sheet } from '../kit/bits.tsx';
import { Button, buttonClass } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './system.module.css';

const outcomes = ['ok', 'failed', 'denied'] as const;
const all = { action: '', actor: '', outcome: '' };

/** Who did what, when, and whether it was refused. */
export function AuditScreen() {
  const { system, shell } = useWords();
  const { audit } = system;
  const [filters, setFilters] = useState(all);
  const [befores, setBefores] = useState<readonly number[]>([]);
  const query = useQuery(auditQuery({ ...filters, before: befores.at(-1) }));
  const columns = useAuditColumns();
  const rows = query.data ?? [];
  const oldest = rows.at(-1);
  const change = (part: Partial<typeof all>) => {
    setFilters({ ...filters, ...part });
    setBefores([]);
  };
  return (
    <div className={css.screen}>
      <PageHead title={shell.screens.audit ?? ''}>
        <a className={buttonClass} data-kind="plain" download href={`${inventoryPath()}/audit/export?format=csv`}>
          <Icon name="download" />
          <span>{audit.export}</span>
        </a>
      </PageHead>
      <Filters change={change} filters={filters} />
      {query.isError ? (
        <Failure error={query.error} retry={query.refetch} />
      ) : (
        <Sheet flush>
          {query.data && rows.length === 0 ? (
            <Empty text={audit.empty} />
          ) : (
            <Table
              bones={query.data ? undefined : 8}
              caption={shell.screens.audit ?? ''}
              columns={columns}
              keyOf={({ id }) => String(id)}
              rows={rows}
            />
          )}
          <div className={`${css.pages} not-printed`}>
            {befores.length > 0 && <Button onClick={() => setBefores([])}>{audit.newest}</Button>}
            {rows.length === systemPerPage && oldest && (
              <Button onClick={() => setBefores([...befores, oldest.id])}>{audit.older}</Button>
            )}
          </div>
        </Sheet>
      )}
    </div>
  );
}

interface FiltersProps {
  readonly filters: typeof all;
  readonly change: (part: Partial<typeof all>) => void;
}

function Filters({ filters, change }: FiltersProps) {
  const { audit } = useWords().system;
  return (
    <div className={`${css.filters} not-printed`}>
      {(['action', 'actor'] as const).map((name) => (
        <input
          aria-label={audit[name]}
          className={`${inputClass} ${css.search}`}
          key={name}
          maxLength={100}
          onChange={({ target }) => change({ [name]: target.value.trim() })}
          placeholder={audit[name]}
          type="search"
          value={filters[name]}
        />
      ))}
      <select
        aria-label={audit.outcome}
        className={inputClass}
        onChange={({ target }) => change({ outcome: target.value })}
        value={filters.outcome}
      >
        <option value="">{audit.anyOutcome}</option>
        {outcomes.map((each) => (
          <option key={each} value={each}>
            {audit.outcomes[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

function useAuditColumns(): readonly Column<AuditEntry>[] {
  const { audit } = useWords().system;
  const { moment, momentExact } = useFormats();
  return [
    {
      name: 'when',
      label: audit.when,
      cell: ({ at }) => (
        <time dateTime={at} title={momentExact(at)}>
          {moment(at)}
        </time>
      ),
    },
    { name: 'action', label: audit.action, cell: ({ action }) => action },
    { name: 'actor', label: audit.actor, cell: ({ actor_username: name, actor_ip: ip }) => name ?? ip },
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
          <Pill tone={outcome === 'ok' ? 'good' : 'bad'}>{audit.outcomes[outcome] ?? outcome}</Pill>{' '}
          <span className={css.soft}>{reason}</span>
        </>
      ),
    },
    { name: 'changes', label: audit.changes, cell: ({ changes }) => <Changes changes={changes} /> },
  ];
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** Members that changed, with both values where the entry has them. */
function Changes({ changes }: { readonly changes: AuditEntry['changes'] }) {
  const lines = Object.entries(changes ?? {}).map(([name, value]) => {
    const { from, to } = (value ?? {}) as { readonly from?: unknown; readonly to?: unknown };
    const isPair = typeof value === 'object' && value !== null && ('from' in value || 'to' in value);
    return isPair ? `${name}: ${shown(from)} → ${shown(to)}` : `${name}: ${shown(value)}`;
  });
  return <span title={lines.join('\n')}>{lines.join(', ')}</span>;
}
