import { useState } from 'react';
import { faultsOf } from '../data/form-values.ts';
import { Refused } from '../data/refusal.ts';
import {
  type Item,
  itemOfCode,
  type Location,
  type Operation,
  type OperationDraft,
  recordOperations,
} from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Empty, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { Notice } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { useLeaving } from '../shell/leaving.ts';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { useWords } from '../words/words.tsx';
import { useExpected } from './expected.ts';
import { readQuantity } from './quantities.ts';
import { useScanner } from './scanner.ts';
import css from './stockroom.module.css';

/** What is typed, by item. */
type Drafts = Readonly<Record<number, string>>;

interface CountListProps {
  readonly place: Location;
  /** Those of the page; undefined until they are read. */
  readonly items: readonly Item[] | undefined;
  readonly onBooked: (operations: readonly Operation[]) => void;
}

/**
 * Fields for the items of a place. What was typed stays while another page is read, or cannot be. A movement after a field was
 * entered is refused, and that item is counted again.
 */
export function CountList({ place, items: page, onBooked }: CountListProps) {
  const { stockroom: words } = useWords();
  const [others, setOthers] = useState<readonly Item[]>([]);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [again, setAgain] = useState('');
  const [isReading, setReading] = useState(false);
  const items = page ?? [];
  const rows = [...others.filter(({ id }) => !items.some((item) => item.id === id)), ...items];
  const expected = useExpected(place);
  const counted = rows.filter(({ id }) => readQuantity(drafts[id] ?? '') !== undefined);
  const writing = useWriting({
    write: (lines: readonly OperationDraft[], headers) => recordOperations(lines, headers),
    topics: ['stock', 'catalog'],
    onDone: (operations) => {
      forget(operations.map(({ item_id: id }) => id));
      onBooked(operations);
    },
  });
  useLeaving(() => Object.values(drafts).some((text) => text.trim() !== '') && !writing.isPending);
  const forget = (ids: readonly number[]) => {
    expected.forget(ids);
    setDrafts((now) => without(now, ids));
  };
  const countAgain = (list: readonly Item[], text: string) => {
    forget(list.map(({ id }) => id));
    setAgain(text);
  };
  useScannedRow(rows, (item) => setOthers((now) => [item, ...now]));
  const book = async () => {
    setAgain('');
    setReading(true);
    const balances = await expected.read(counted.map(({ id }) => id));
    setReading(false);
    // Without the balance that a count began with, a movement during the count would not be noticed.
    const unread = counted.filter(({ id }) => !balances.has(id));
    if (unread.length > 0) return countAgain(unread, words.counting.unread(unread.length));
    writing.mutate(draftsOf(counted, { drafts, balances, place }), {
      onError: (error) => {
        const moved = movedItems(error, counted);
        if (moved.length > 0) countAgain(moved, words.counting.recount(moved.length));
      },
    });
  };
  if (!page) return null;
  if (rows.length === 0) return <Empty text={words.counting.none} />;
  return (
    <Sheet detail={words.counting.progress(counted.length, rows.length)} title={place.name}>
      <ul className={css.lines}>
        {rows.map((item) => (
          <Row
            draft={drafts[item.id]}
            fault={isUnreadable(drafts[item.id]) ? words.counting.noQuantity : refusalOf(writing, item)}
            item={item}
            key={item.id}
            onEnter={() => expected.begin(item.id)}
            onText={(text) => setDrafts((now) => ({ ...now, [item.id]: text }))}
          />
        ))}
      </ul>
      <div className={css.after}>
        {again === '' ? (
          <ErrorNotice error={writing.error} />
        ) : (
          <Notice role="alert" tone="bad">
            {again}
          </Notice>
        )}
        <Button
          className={css.large}
          disabled={counted.length === 0 || isReading || writing.isPending}
          kind="main"
          onClick={() => void book()}
        >
          {words.counting.book(counted.length)}
        </Button>
      </div>
    </Sheet>
  );
}

interface Sent {
  readonly error: unknown;
  readonly variables: readonly OperationDraft[] | undefined;
}

/** What the server refused of the line of an item. */
const refusalOf = ({ error, variables = [] }: Sent, { id }: Item): string | undefined =>
  faultsOf(error)[`operations[${variables.findIndex(({ item_id: item }) => item === id)}]`];

/** Puts the focus into the field of a scanned item; one that is not in the list is added. */
function useScannedRow(rows: readonly Item[], add: (item: Item) => void): void {
  const { stockroom: words } = useWords();
  const focus = (id: number) => document.getElementById(`count-${id}`)?.focus();
  useScanner(async (code) => {
    const item = await itemOfCode(code).catch(() => undefined);
    if (!item) return showToast({ id: 'unknown-code', kind: 'bad', text: words.noItem(code) });
    if (!rows.some(({ id }) => id === item.id)) add(item);
    requestAnimationFrame(() => focus(item.id));
    return undefined;
  });
}

interface RowProps {
  readonly item: Item;
  readonly draft: string | undefined;
  readonly fault: string | undefined;
  readonly onEnter: () => void;
  readonly onText: (text: string) => void;
}

function Row({ item, draft, fault, onEnter, onText }: RowProps) {
  const { counting } = useWords().stockroom;
  const faultId = `count-fault-${item.id}`;
  return (
    <li className={css.line}>
      <span>
        {item.name} <small className="soft">{item.sku}</small>
        {fault && (
          <p className={css.fault} id={faultId}>
            {fault}
          </p>
        )}
      </span>
      <span className={css.lineQuantity}>
        <input
          aria-describedby={fault && faultId}
          aria-invalid={fault !== undefined}
          aria-label={counting.countOf(item.name)}
          autoComplete="off"
          className={`${inputClass} ${css.short}`}
          id={`count-${item.id}`}
          inputMode="decimal"
          maxLength={17}
          onChange={({ target }) => onText(target.value)}
          onFocus={onEnter}
          value={draft ?? ''}
        />
        {item.unit}
      </span>
    </li>
  );
}

interface Counted {
  readonly drafts: Drafts;
  readonly balances: ReadonlyMap<number, number>;
  readonly place: Location;
}

const draftsOf = (counted: readonly Item[], { drafts, balances, place }: Counted): readonly OperationDraft[] =>
  counted.map(({ id }) => ({
    item_id: id,
    type: 'count' as const,
    quantity: readQuantity(drafts[id] ?? '') ?? 0,
    location_id: place.id,
    expected_quantity: balances.get(id) ?? 0,
  }));

/** Items of the lines that the server refused because they moved; all of them where it named none. */
function movedItems(error: unknown, counted: readonly Item[]): readonly Item[] {
  if (!(error instanceof Refused) || error.code !== 'stock_changed') return [];
  const lines = error.fields.flatMap(({ field }) => /^operations\[(\d+)\]/.exec(field)?.[1] ?? []);
  return lines.length === 0 ? counted : counted.filter((_, index) => lines.includes(String(index)));
}

const without = (drafts: Drafts, ids: readonly number[]): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([id]) => !ids.includes(Number(id))));

const isUnreadable = (text = ''): boolean => text.trim() !== '' && readQuantity(text) === undefined;
