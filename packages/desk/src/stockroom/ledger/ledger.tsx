import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { limits } from '../../data/api/limits.ts';
import { faultsOf, fieldsOf } from '../../data/form-values.ts';
import { serverNow } from '../../data/server-clock.ts';
import { type LedgerSearch, ledgerQuery, type Operation, reverseOperation } from '../../data/stock.ts';
import { useWriting } from '../../data/writing.ts';
import { Empty } from '../../kit/bits.tsx';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import type { Column } from '../../kit/table/table.tsx';
import { ScreenLink } from '../../shell/links.tsx';
import { FormDialog } from '../../shell/records/form-dialog.tsx';
import { ListSheet } from '../../shell/records/list-sheet.tsx';
import { OlderPages } from '../../shell/records/pages.tsx';
import { When } from '../../shell/records/when.tsx';
import { useMay, useSession } from '../../shell/session-context.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import css from '../stockroom.module.css';
import { type Joint, jointsOf, lanesOf } from './pairs.ts';

interface LedgerProps {
  readonly search: LedgerSearch;
  /** With the name of the item in each row. */
  readonly showsItem: boolean;
  readonly title?: string;
}

/** Entries of the ledger, newest first, page by page. */
export function Ledger({ search, showsItem, title }: LedgerProps) {
  const { stockroom: words } = useWords();
  const [befores, setBefores] = useState<readonly number[]>([]);
  const [reversed, setReversed] = useState<Operation>();
  const query = useQuery(ledgerQuery({ ...search, before: befores.at(-1) }));
  const rows = query.data?.rows;
  const columns = useLedgerColumns(rows ?? [], { showsItem, reverse: setReversed });
  return (
    <>
      <ListSheet
        asked={[search, befores]}
        bones={5}
        empty={<Empty text={words.noEntries} />}
        isPaged={befores.length > 0}
        query={query}
        rows={rows}
        table={{ caption: words.screens.ledger, columns, keyOf: ({ id }) => String(id) }}
        title={title}
      >
        <OlderPages
          befores={befores}
          newestLabel={words.newest}
          olderLabel={words.older}
          oldest={rows?.length === search.count ? rows.at(-1)?.id : undefined}
          onMove={setBefores}
        />
      </ListSheet>
      {reversed && <ReverseDialog onClose={() => setReversed(undefined)} operation={reversed} />}
    </>
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

interface LedgerColumns {
  readonly showsItem: boolean;
  readonly reverse: (operation: Operation) => void;
}

function useLedgerColumns(
  rows: readonly Operation[],
  { showsItem, reverse }: LedgerColumns,
): readonly Column<Operation>[] {
  const { stockroom: words } = useWords();
  const { count } = useFormats();
  const joints = jointsOf(rows);
  const lanes = lanesOf(joints);
  const mayReverse = useMayReverse();
  const signed = (delta: number) => (delta > 0 ? `+${count(delta)}` : count(delta).replace('-', '\u2212'));
  const item: Column<Operation> = {
    name: 'item',
    label: words.column.item,
    onPhone: 'under',
    cell: (row) => <ScreenLink to={`/stockroom/items/${row.item_id}`}>{row.item_name}</ScreenLink>,
  };
  return [
    {
      name: 'when',
      label: words.column.when,
      cell: ({ id, recorded_at: at }) => (
        <Joined joints={joints.get(id)} lanes={lanes}>
          <When at={at} />
        </Joined>
      ),
    },
    ...(showsItem ? [item] : []),
    {
      name: 'change',
      onPhone: true,
      label: words.column.change,
      isNumber: true,
      cell: ({ delta, reverses_id: reverses, reversed_by_id: by }) => (
        <strong className={css.what} data-paired={by !== null || reverses !== null || undefined}>
          {signed(delta)}
        </strong>
      ),
    },
    { name: 'balance', label: words.column.balance, isNumber: true, cell: ({ balance_after: after }) => count(after) },
    { name: 'what', label: words.column.what, onPhone: 'under', cell: (row) => <What operation={row} /> },
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

interface JoinedProps {
  readonly joints: readonly Joint[] | undefined;
  /** Lanes of the whole table, so that the texts stand below one another. */
  readonly lanes: number;
  readonly children: ReactNode;
}

/** The first cell of a row, with the lines that join entries with their reversals before its text. */
const Joined = ({ joints = [], lanes, children }: JoinedProps) =>
  lanes === 0 ? (
    children
  ) : (
    <span className={css.joined} data-lanes={lanes}>
      {joints.map(({ lane, part, isOpen }) => (
        <span
          aria-hidden="true"
          className={css.joint}
          data-lane={lane}
          data-open={isOpen || undefined}
          data-part={part}
          key={lane}
        />
      ))}
      {children}
    </span>
  );

function What({ operation: { type, reverses_id: reverses, reversed_by_id: by } }: { readonly operation: Operation }) {
  const { stockroom: words } = useWords();
  return (
    <span data-paired={by !== null || reverses !== null || undefined} className={css.what}>
      {by === null ? (words.type[type] ?? type) : <s>{words.type[type] ?? type}</s>}
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
  const { stockroom: words } = useWords();
  const writing = useWriting({ write: reverseOperation, topics: ['stock', 'catalog'], onDone: onClose });
  const { reason } = faultsOf(writing.error);
  return (
    <FormDialog
      error={reason ? null : writing.error}
      isPending={writing.isPending}
      onClose={onClose}
      onSubmit={(form) => writing.mutate({ id: operation.id, reason: fieldsOf(form).text('reason') })}
      submitLabel={words.reverse}
      title={words.reverseTitle}
    >
      <p>{words.reverseText}</p>
      <TextField fault={reason} label={words.book.reason} maxLength={limits.reversal.reason} name="reason" />
    </FormDialog>
  );
}
