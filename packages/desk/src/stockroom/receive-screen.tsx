import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import { faultsOf } from '../data/form-values.ts';
import { Refused } from '../data/refusal.ts';
import { type Item, type Location, locationsQuery, type OperationDraft, recordOperations } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Empty, Sheet } from '../kit/bits.tsx';
import { Button, IconButton } from '../kit/button.tsx';
import { inputClass, SelectField, TextField } from '../kit/field.tsx';
import { Pair, Screen } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { PageHead } from '../shell/head.tsx';
import { useLeaving } from '../shell/leaving.ts';
import { BackLink } from '../shell/records/back-link.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { useWords } from '../words/words.tsx';
import { FindField } from './find-field.tsx';
import { keepPlace, keptPlace } from './places.tsx';
import { addQuantities, readQuantity } from './quantities.ts';
import css from './stockroom.module.css';

interface Line {
  readonly item: Item;
  readonly text: string;
}

/** A receipt of many items: scan after scan adds one; all lines are booked, or none. */
export function ReceiveScreen() {
  const { stockroom: words } = useWords();
  const places = (useQuery(locationsQuery).data?.rows ?? []).filter(({ archived }) => !archived);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(() => keptPlace(0));
  const [reference, setReference] = useState('');
  const place = places.find(({ id }) => id === chosen)?.id ?? places[0]?.id;
  const writing = useWriting({
    write: (drafts: readonly OperationDraft[], headers) => recordOperations(drafts, headers),
    topics: ['stock', 'catalog'],
    onDone: (booked) => {
      setLines([]);
      if (place !== undefined) keepPlace(place);
      showToast({ id: 'batch', text: words.batch.booked(booked.length) });
    },
  });
  useLeaving(() => lines.length > 0 && !writing.isPending);
  const drafts = lines.map(({ item, text: typed }) => ({
    item_id: item.id,
    type: 'receipt' as const,
    quantity: readQuantity(typed) ?? 0,
    ...(place !== undefined && { location_id: place }),
    ...(reference.trim() !== '' && { reference: { type: 'document', id: reference.trim() } }),
  }));
  return (
    <Screen>
      <PageHead
        back={<BackLink to="/stockroom">{words.back}</BackLink>}
        detail={words.batch.hint}
        title={words.screens.receive}
      />
      <FindField isForScans onItem={(item) => setLines((now) => withItem(now, item))} onText={setText} text={text} />
      <Sheet flush>
        {lines.length === 0 ? (
          <Empty text={words.batch.empty} />
        ) : (
          <Lines lines={lines} onChange={setLines} problem={writing.error} />
        )}
      </Sheet>
      <Sheet>
        <ReceiptFields
          {...{ places, place, reference }}
          fault={referenceFault(writing.error)}
          onPlace={setChosen}
          onReference={setReference}
        />
        <div className={css.after}>
          <ErrorNotice error={writing.error}>{words.batch.allOrNothing}</ErrorNotice>
          <Button
            className={css.large}
            disabled={lines.length === 0 || writing.isPending || lines.some(({ text: typed }) => !readQuantity(typed))}
            kind="main"
            onClick={() => writing.mutate(drafts)}
          >
            {words.batch.book(lines.length)}
          </Button>
        </div>
      </Sheet>
    </Screen>
  );
}

/** What is wrong with the document, which each of the lines names. */
const referenceFault = (error: Error | null): string | undefined =>
  error instanceof Refused ? error.fields.find(({ field }) => field.includes('].reference'))?.message : undefined;

interface ReceiptProps {
  readonly fault: string | undefined;
  readonly places: readonly Location[];
  readonly place: number | undefined;
  readonly reference: string;
  readonly onPlace: (id: number) => void;
  readonly onReference: (reference: string) => void;
}

/** Where the goods go, and the document that came with them. */
function ReceiptFields({ fault, places, place, reference, onPlace, onReference }: ReceiptProps) {
  const { stockroom: words } = useWords();
  return (
    <Pair narrow>
      <SelectField
        label={words.book.place}
        onChange={({ target }) => onPlace(Number(target.value))}
        value={place ?? ''}
      >
        {places.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        fault={fault}
        hint={words.book.referenceHint}
        label={words.book.reference}
        maxLength={limits.operation['reference.id']}
        name="reference"
        onChange={({ target }) => onReference(target.value)}
        value={reference}
      />
    </Pair>
  );
}

/** Adds one of an item, in its line where it has one. */
function withItem(lines: readonly Line[], item: Item): readonly Line[] {
  const known = lines.find((line) => line.item.id === item.id);
  const rest = lines.filter((line) => line !== known);
  return [{ item, text: String(addQuantities(readQuantity(known?.text ?? '0') ?? 0, 1)) }, ...rest];
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly onChange: (lines: readonly Line[]) => void;
  readonly problem: Error | null;
}

function Lines({ lines, onChange, problem }: LinesProps) {
  const { stockroom: words } = useWords();
  const faults = faultsOf(problem);
  return (
    <ul className={css.lines}>
      {lines.map(({ item, text }, index) => (
        <li className={css.line} data-padded key={item.id}>
          <span>
            {item.name} <small className="soft">{item.sku}</small>
            {faults[`operations[${index}]`] && <p className={css.fault}>{faults[`operations[${index}]`]}</p>}
          </span>
          <span className={css.lineQuantity}>
            <input
              aria-label={`${words.column.quantity}: ${item.name}`}
              className={`${inputClass} ${css.short}`}
              inputMode="decimal"
              maxLength={17}
              onChange={({ target }) => onChange(lines.with(index, { item, text: target.value }))}
              value={text}
            />
            {item.unit}
            <IconButton
              icon="close"
              label={words.batch.removeLine(item.name)}
              onClick={() => onChange(lines.filter((line) => line.item.id !== item.id))}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
