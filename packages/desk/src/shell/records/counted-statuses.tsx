import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type StatusChip, StatusChips } from '../../kit/table/status-chips.tsx';
import { useFormats, useWords } from '../../words/words.tsx';

/** Numbers of the records of a list by status. */
interface StatusTotals {
  /** Of the records that the list has when no status is asked for. */
  readonly total: number;
  readonly statuses: readonly { readonly status: string; readonly total: number }[];
}

/** A status that a list can be narrowed to. */
export interface ListedStatus {
  readonly value: string;
  readonly label: string;
}

interface CountedStatusesProps<Totals extends StatusTotals, Key extends QueryKey> {
  readonly label: string;
  readonly query: UseQueryOptions<Totals, Error, Totals, Key>;
  readonly statuses: readonly ListedStatus[];
  /** The chosen one; undefined for all. */
  readonly chosen: string | undefined;
  readonly onChoose: (status: string | undefined) => void;
}

/** The statuses that a list can be narrowed to, with how many of the records that match are in each. */
export function CountedStatuses<Totals extends StatusTotals, Key extends QueryKey>({
  label,
  query,
  statuses,
  chosen,
  onChoose,
}: CountedStatusesProps<Totals, Key>) {
  const { data, isError } = useQuery(query);
  return (
    <StatusChips
      chips={useChips({ data, isError, statuses, chosen })}
      label={label}
      name="status"
      onChange={(status) => onChoose(status === '' ? undefined : status)}
      value={chosen ?? ''}
    />
  );
}

interface Counted extends Pick<CountedStatusesProps<StatusTotals, QueryKey>, 'statuses' | 'chosen'> {
  readonly data: StatusTotals | undefined;
  readonly isError: boolean;
}

/** Up to as many statuses are shown also where no record is in them. */
const FEW = 5;

/**
 * The chips of a list: all, and the statuses that records are or were in since the screen was opened, so that none moves away while a
 * search is typed. Undefined until they are counted; without numbers where counting failed.
 */
function useChips({ data, isError, statuses, chosen }: Counted): readonly StatusChip[] | undefined {
  const words = useWords();
  const { count } = useFormats();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const all = { value: '', label: words.system.all };
  if (!data) return isError ? [all, ...statuses] : undefined;
  const totals = new Map(data.statuses.map(({ status, total }) => [status, total]));
  const found = [...totals].filter(([name, total]) => total > 0 && !seen.has(name));
  if (found.length > 0) setSeen(new Set([...seen, ...found.map(([name]) => name)]));
  return [
    { ...all, total: count(data.total) },
    ...statuses
      .filter(
        ({ value }) => statuses.length <= FEW || value === chosen || seen.has(value) || (totals.get(value) ?? 0) > 0,
      )
      .map((each) => {
        const total = totals.get(each.value) ?? 0;
        return { ...each, total: count(total), isEmpty: total === 0 };
      }),
  ];
}
