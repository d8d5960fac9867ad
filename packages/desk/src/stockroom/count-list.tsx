import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../data/refusal.ts';
import {
  type Item,
  itemOfCode,
  itemQuery,
  type Location,
  type Operation,
  type OperationDraft,
  recordOperations,
} from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Empty, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { showToast } from '../kit/toast.tsx';
import { useWords } from '../words/words.tsx';
import { readQuantity } from './quantities.ts';
import { useScanner } from './scanner.ts';
import css from './stockroom.module.css';

/** A count that is not booked yet, with the balance at the moment when its field was entered. */
interface Draft {
  readonly text: string;
  readonly expected: number | undefined;
}
type Drafts = Readonly<Record<number, Draft>>;

interface CountListProps {
  readonly place: Location;
  readonly items: readonly Item[];
  readonly onBooked: (operations: readonly Operation[]) => void;
}

/** Fields for the items of a place. A movement after a field was entered is refused, and that item is counted again. */
export function CountList({ place, items, onBooked }: CountListProps) {
  const { stockroom: words } = useWords();
  const [others, setOthers] = useState<readonly Item[]>([]);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [moved, setMoved] = useState(0);
  const rows = [...others, ...items];
  const expect = useExpectedAt(place);
  const counted = rows.filter(({ id }) => readQuantity(drafts[id]?.text ?? '') !== undefined);
  const writing = useWriting({
    write: (lines: readonly OperationDraft[], headers) => recordOperations(lines, headers),
    topics: ['stock', 'catalog'],
    onDone: (operations) => {
      setDrafts({});
      onBooked(operations);
    },
  });
  const enter = async (id: number) => {
    if (drafts[id]?.expected !== undefined) return;
    const expected = await expect(id);
    setDrafts((now) => ({ ...now, [id]: { text: now[id]?.text ?? '', expected: now[id]?.expected ?? expected } }));
  };
  useScannedRow(rows, (item) => setOthers((now) => [item, ...now]));
  const book = () => {
    setMoved(0);
    writing.mutate(draftsOf(counted, drafts, place), {
      onError: (error) => {
        const again = movedItems(error, counted);
        setMoved(again.length);
        setDrafts((now) => without(now, again));
      },
    });
  };
  if (rows.length === 0) return <Empty text={words.counting.none} />;
  return (
    <Sheet detail={words.counting.progress(counted.length, rows.length)} title={place.name}>
      <ul className={css.lines}>
        {rows.map((item) => (
          <Row
            draft={drafts[item.id]}
            item={item}
            key={item.id}
            onEnter={() => void enter(item.id)}
            onText={(text) => setDrafts((now) => ({ ...now, [item.id]: { expected: now[item.id]?.expected, text } }))}
          />
        ))}
      </ul>
      <div className={css.after}>
        {moved > 0 && (
          <p className={css.trouble} role="alert">
            {words.counting.recount(moved)}
          </p>
        )}
        {moved === 0 && writing.error && (
          <p className={css.trouble} role="alert">
            {writing.error.message}
          </p>
        )}
        <Button className={css.large} disabled={counted.length === 0 || writing.isPending} kind="main" onClick={book}>
          {words.counting.book(counted.length)}
        </Button>
      </div>
    </Sheet>
  );
}

/** Reads the balance of an item at the place now. */
function useExpectedAt({ id: place }: Location): (item: number) => Promise<number> {
  const queries = useQueryClient();
  return async (item) => {
    const { record } = await queries.fetchQuery({ ...itemQuery(item), staleTime: 0 });
    return record.stock?.find(({ location_id: id }) => id === place)?.quantity ?? 0;
  };
}

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
  readonly draft: Draft | undefined;
  readonly onEnter: () => void;
  readonly onText: (text: string) => void;
}

function Row({ item, draft, onEnter, onText }: RowProps) {
  const { counting } = useWords().stockroom;
  return (
    <li className={css.line}>
      <span>
        {item.name} <small className={css.soft}>{item.sku}</small>
      </span>
      <span className={css.lineQuantity}>
        <input
          aria-label={counting.countOf(item.name)}
          autoComplete="off"
          className={`${inputClass} ${css.short}`}
          id={`count-${item.id}`}
          inputMode="decimal"
          maxLength={17}
          onChange={({ target }) => onText(target.value)}
          onFocus={onEnter}
          value={draft?.text ?? ''}
        />
        {item.unit}
      </span>
    </li>
  );
}

const draftsOf = (counted: readonly Item[], drafts: Drafts, place: Location): readonly OperationDraft[] =>
  counted.map(({ id }) => ({
    item_id: id,
    type: 'count' as const,
    quantity: readQuantity(drafts[id]?.text ?? '') ?? 0,
    location_id: place.id,
    ...(drafts[id]?.expected !== undefined && { expected_quantity: drafts[id].expected }),
  }));

/** Items of the lines that the server refused because they moved; all of them where it named none. */
function movedItems(error: unknown, counted: readonly Item[]): readonly Item[] {
  if (!(error instanceof Refused) || error.code !== 'stock_changed') return [];
  const lines = error.fields.flatMap(({ field }) => /^operations\[(\d+)\]/.exec(field)?.[1] ?? []);
  return lines.length === 0 ? counted : counted.filter((_, index) => lines.includes(String(index)));
}

const without = (drafts: Drafts, items: readonly Item[]): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([id]) => !items.some((item) => item.id === Number(id))));
