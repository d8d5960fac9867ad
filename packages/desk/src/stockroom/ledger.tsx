import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../data/server-clock.ts';
import { type LedgerSearch, ledgerQuery, type Operation, reverseOperation } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Empty } from '../kit/bits.tsx';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { TextField } from '../kit/field.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useMay, useSession } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './stockroom.module.css';

interface LedgerProps {
  readonly search: LedgerSearch;
  /** With the name of the item in each row. */
  readonly showsItem: boolean;
}

/** Entries of the ledger, newest first, page by page. */
export function Ledger({ search, showsItem }: LedgerProps) {
  const { stockroom: words } = useWords();
  const [befores, setBefores] = useState<readonly number[]>([]);
  const [reversed, setReversed] = useState<Operation>();
  const query = useQuery(ledgerQuery({ ...search, before: befores.at(-1) }));
  const columns = useLedgerColumns(showsItem, setReversed);
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  const rows = query.data?.rows ?? [];
  if (query.data && rows.length === 0) return <Empty text={words.noEntries} />;
  const oldest = rows.at(-1);
  return (
    <div aria-busy={query.isPlaceholderData}>
      <Table
        bones={query.data ? undefined : 5}
        caption={words.screens.ledger}
        columns={columns}
        keyOf={({ id }) => String(id)}
        rows={rows}
      />
      <div className={`${css.pages} not-printed`}>
        {befores.length > 0 && <Button onClick={() => setBefores([])}>{words.newest}</Button>}
        {rows.length === search.count && oldest && (
          <Button onClick={() => setBefores([...befores, oldest.id])}>{words.older}</Button>
        )}
      </div>
      {reversed && <ReverseDialog onClose={() => setReversed(undefined)} operation={reversed} />}
    </div>
  );
}

const DAY = 86_400_000;

/** Whether the account may reverse an entry: its own for 24 hours, with `manage_inventory` any. */
function useMayReverse(): (operation: Operation) => boolean {
  const may = useMay();
  const { user } = useSession();
  return ({ type, reversed_by_id: by, user_id: author, recorded_at: at }) => {
    if (type === 'reversal' || by !== null) return false;
    if (may('manage_inventory')) return true;
    return may('record_operations') && author === user.id && serverNow().getTime() - Date.parse(at) < DAY;
  };
}

function useLedgerColumns(showsItem: boolean, reverse: (operation: Operation) => void): readonly Column<Operation>[] {
  const { stockroom: words } = useWords();
  const { count, moment, momentExact } = useFormats();
  const mayReverse = useMayReverse();
  const signed = (delta: number) => (delta > 0 ? `+${count(delta)}` : count(delta).replace('-', '\u2212'));
  const item: Column<Operation> = {
    name: 'item',
    label: words.column.item,
    cell: (row) => <ScreenLink to={`/stockroom/items/${row.item_id}`}>{row.item_name}</ScreenLink>,
  };
  return [
    {
      name: 'when',
      label: words.column.when,
      cell: ({ recorded_at: at }) => (
        <time dateTime={at} title={momentExact(at)}>
          {moment(at)}
        </time>
      ),
    },
    ...(showsItem ? [item] : []),
    {
      name: 'change',
      label: words.column.change,
      isNumber: true,
      cell: ({ delta }) => <strong>{signed(delta)}</strong>,
    },
    { name: 'balance', label: words.column.balance, isNumber: true, cell: ({ balance_after: after }) => count(after) },
    { name: 'what', label: words.column.what, cell: (row) => <What operation={row} /> },
    {
      name: 'place',
      label: words.column.place,
      cell: ({ location, to_location: to }) => (to ? `${location} → ${to}` : location),
    },
    { name: 'who', label: words.column.who, cell: ({ username }) => username },
    { name: 'why', label: words.column.why, cell: (row) => <Why operation={row} /> },
    {
      name: 'reverse',
      label: '',
      cell: (row) =>
        mayReverse(row) && (
          <Button icon="undo" kind="quiet" onClick={() => reverse(row)}>
            {words.reverse}
          </Button>
        ),
    },
  ];
}

function What({ operation: { type, reverses_id: reverses, reversed_by_id: by } }: { readonly operation: Operation }) {
  const { stockroom: words } = useWords();
  return (
    <span data-reversed={by !== null || undefined} className={css.what}>
      {words.type[type] ?? type}
      {reverses !== null && <small> {words.reverses(reverses)}</small>}
      {by !== null && <small> {words.reversedBy(by)}</small>}
    </span>
  );
}

function Why({ operation: { reason, note, reference } }: { readonly operation: Operation }) {
  const order = reference?.type === 'order' && /^\d+$/.test(reference.id) ? reference.id : undefined;
  return (
    <>
      {[reason, note].filter(Boolean).join(' · ')}{' '}
      {order !== undefined && <ScreenLink to={`/orders/${order}`}>#{order}</ScreenLink>}
      {order === undefined && reference && `${reference.type} ${reference.id}`}
    </>
  );
}

interface ReverseProps {
  readonly operation: Operation;
  readonly onClose: () => void;
}

function ReverseDialog({ operation, onClose }: ReverseProps) {
  const { stockroom: words, action } = useWords();
  const writing = useWriting({ write: reverseOperation, topics: ['stock', 'catalog'], onDone: onClose });
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={words.reverseTitle}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
          writing.mutate({ id: operation.id, reason });
        }}
      >
        <p>{words.reverseText}</p>
        <TextField label={words.book.reason} maxLength={64} name="reason" />
        {writing.error && (
          <p className={css.trouble} role="alert">
            {writing.error.message}
          </p>
        )}
        <Actions>
          <Button onClick={onClose}>{action.cancel}</Button>
          <Button disabled={writing.isPending} kind="main" type="submit">
            {words.reverse}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
