import type { AuditEntry } from '../data/system.ts';
import { Pill } from '../kit/bits.tsx';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { type Fact, Facts } from '../kit/facts.tsx';
import { formClass } from '../kit/layout.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { useFormats, useWords } from '../words/words.tsx';

interface MemberChange {
  readonly name: string;
  /** Absent for a secret, and for what has no value before. */
  readonly before: string | undefined;
  readonly after: string;
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** What changed, by member; a secret has no values. */
export function changesOf(changes: AuditEntry['changes']): readonly MemberChange[] {
  return Object.entries(changes ?? {}).map(([name, value]) => {
    const isPair = typeof value === 'object' && value !== null && ('from' in value || 'to' in value);
    const { from, to } = (isPair ? value : {}) as { readonly from?: unknown; readonly to?: unknown };
    return isPair ? { name, before: shown(from), after: shown(to) } : { name, before: undefined, after: shown(value) };
  });
}

/** Whether an entry was done, was refused or has failed. */
export function AuditOutcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  const { audit } = useWords().system;
  return <Pill tone={outcome === 'ok' ? 'good' : 'bad'}>{audit.outcomes[outcome] ?? outcome}</Pill>;
}

interface EntryProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

/** One entry of the log, with the values before and after beside one another. */
export function AuditEntryDialog({ entry, onClose }: EntryProps) {
  const { system, action } = useWords();
  const { audit } = system;
  const { momentExact } = useFormats();
  const changes = changesOf(entry.changes);
  const facts: readonly Fact[] = [
    [audit.when, momentExact(entry.at)],
    [audit.actor, entry.actor_username ?? ''],
    [audit.target, [entry.target_type, entry.target_id].filter(Boolean).join(' ')],
    [audit.outcome, <AuditOutcome key="outcome" outcome={entry.outcome} />],
    [audit.reason, entry.reason ?? ''],
    [audit.address, entry.actor_ip ?? ''],
    [audit.agent, entry.user_agent ?? ''],
    [audit.request, entry.request_id ?? ''],
  ];
  const columns: readonly Column<MemberChange>[] = [
    { name: 'name', label: audit.member, cell: ({ name }) => name },
    { name: 'before', label: audit.before, cell: ({ before }) => before },
    { name: 'after', label: audit.after, cell: ({ after }) => after },
  ];
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={entry.action} wide>
      <div className={formClass}>
        <Facts facts={facts.filter(([, value]) => value !== '')} />
        {changes.length > 0 && (
          <Table caption={audit.changes} columns={columns} keyOf={({ name }) => name} rows={changes} />
        )}
        <Actions>
          <Button onClick={onClose}>{action.close}</Button>
        </Actions>
      </div>
    </Dialog>
  );
}
