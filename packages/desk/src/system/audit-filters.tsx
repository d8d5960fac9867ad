import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { among, type NoteFault, partReader, type RawSearch, readSearchText } from '../data/address.ts';
import { type AuditSearch, auditOutcomes, auditWordsQuery } from '../data/system.ts';
import { DayRange } from '../kit/day-range.tsx';
import { Filters, SearchField } from '../kit/layout.tsx';
import { FilterSelect, readDay, writeFilters } from '../shell/records/filters.tsx';
import { useWords } from '../words/words.tsx';

/** An action as the server takes it; what is typed up to a point stands for all that begin alike. */
export function readAction(text: string): string | undefined {
  const action = text.trim().replace(/\.$/, '.*');
  return /^(?:[a-z_]+(?:\.[a-z_]+)*(?:\.\*)?)?$/.test(action) ? action : undefined;
}

/** Reads the filters from an address; a wrong part falls back to its default. */
export function readAuditSearch(search: RawSearch, note?: NoteFault): AuditSearch {
  const part = partReader(search, note);
  return {
    action: part('action', readAction) ?? '',
    actor: part('who', readName) ?? '',
    target: part('on', readTarget) ?? '',
    outcome: part('outcome', among(auditOutcomes)),
    from: part('from', readDay),
    to: part('to', readDay),
  };
}

const readName = (text: string): string | undefined => readSearchText(text)?.slice(0, 150);
const readTarget = (text: string): string | undefined => (/^[\w-]{1,64}$/.test(text) ? text : undefined);

/** Writes the filters into an address, without those that are open. */
export const writeAuditSearch = ({ actor, target, ...rest }: AuditSearch): RawSearch =>
  writeFilters({ ...rest, who: actor, on: target });

interface FiltersProps {
  readonly search: AuditSearch;
  readonly change: (part: Partial<AuditSearch>, options?: { readonly replace: boolean }) => void;
}

/** Filters of the log, with what occurs in it. */
export function AuditFilters({ search, change }: FiltersProps) {
  const { audit } = useWords().system;
  const { data: words } = useQuery(auditWordsQuery);
  const [typed, setTyped] = useState(search.action);
  const targets = new Set([...(search.target === '' ? [] : [search.target]), ...(words?.target_types ?? [])]);
  return (
    <Filters>
      <SearchField
        label={audit.action}
        offers={groupsOf(words?.actions ?? [])}
        onText={(next) => {
          setTyped(next);
          const action = readAction(next);
          if (action !== undefined) change({ action }, { replace: true });
        }}
        text={readAction(typed) === search.action ? typed : search.action}
      />
      <SearchField
        label={audit.actor}
        offers={words?.actors ?? []}
        onText={(actor) => change({ actor: readName(actor) ?? '' }, { replace: true })}
        text={search.actor}
      />
      <FilterSelect
        any={audit.anyTarget}
        label={audit.target}
        onChange={(target = '') => change({ target })}
        options={[...targets].map((value) => ({ value, label: value }))}
        value={search.target}
      />
      <FilterSelect
        any={audit.anyOutcome}
        label={audit.outcome}
        onChange={(outcome) => change({ outcome })}
        options={auditOutcomes.map((value) => ({ value, label: audit.outcomes[value] ?? value }))}
        value={search.outcome}
      />
      <DayRange from={search.from} labels={audit} onChange={change} to={search.to} />
    </Filters>
  );
}

/** Actions, and before them the beginnings that several have: `user.*`. */
function groupsOf(actions: readonly string[]): readonly string[] {
  const byStem = Map.groupBy(actions, (action) => action.split('.')[0] ?? action);
  return [...byStem].flatMap(([stem, some]) => (some.length > 1 ? [`${stem}.*`, ...some] : some));
}
