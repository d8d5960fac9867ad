import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import { faultsOf } from '../data/form-values.ts';
import { Refused } from '../data/refusal.ts';
import {
  type Item,
  isCode,
  itemQuery,
  type Location,
  locationsQuery,
  type Operation,
  type OperationDraft,
  recordOperation,
} from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Button } from '../kit/button.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import type { IconName } from '../kit/icon.tsx';
import { Notice, Pair } from '../kit/layout.tsx';
import { useErrorText } from '../shell/error-text.ts';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { keepPlace, keptPlace } from './places.tsx';
import { readQuantity } from './quantities.ts';
import { QuantityField } from './quantity-field.tsx';

/** Operations that are booked by hand. */
export const bookableTypes = ['receipt', 'issue', 'transfer', 'count'] as const;
export type BookableType = (typeof bookableTypes)[number];

export const typeIcons: Readonly<Record<BookableType, IconName>> = {
  receipt: 'plus',
  issue: 'minus',
  transfer: 'move',
  count: 'count',
};

interface BookingProps {
  readonly item: Item;
  readonly type: BookableType;
  readonly onClose: () => void;
  readonly onDone: (operation: Operation) => void;
}

/** Books one operation of an item. A count is blind: what was expected is sent along, and shown only afterwards. */
export function BookingDialog({ item, type, onClose, onDone }: BookingProps) {
  const { stockroom: words } = useWords();
  const places = (useQuery(locationsQuery).data?.rows ?? []).filter(({ archived }) => !archived);
  const [quantity, setQuantity] = useState(type === 'count' ? '' : '1');
  const [from, setFrom] = useState(() => keptPlace(item.default_location_id));
  const queries = useQueryClient();
  // Movements while the dialog is open do not change what a count began with.
  const [seen, setSeen] = useState(item);
  const place = places.some(({ id }) => id === from) ? from : (places[0]?.id ?? from);
  const writing = useWriting({
    write: recordOperation,
    topics: ['stock', 'catalog'],
    onDone: (operation) => {
      keepPlace(place);
      onDone(operation);
    },
  });
  const read = readQuantity(quantity);
  const submit = (form: HTMLFormElement) => {
    if (read === undefined) return;
    writing.mutate(draftOf({ item: seen, type, from: place, quantity: read }, new FormData(form)), {
      onError: (error) => isCode(error, 'stock_changed') && void countAgain().catch(() => undefined),
    });
  };
  const countAgain = async () => {
    setQuantity('');
    setSeen((await queries.fetchQuery({ ...itemQuery(item.id), staleTime: 0 })).record);
  };
  const faults = faultsOf(writing.error);
  return (
    <FormDialog
      error={null}
      isPending={writing.isPending}
      isReady={read !== undefined}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={words.book.save}
      title={`${words.type[type]}: ${item.name}`}
    >
      <QuantityField
        decimals={item.quantity_decimals}
        fault={faults.quantity}
        hint={type === 'count' ? words.book.countHint : undefined}
        label={type === 'count' ? words.book.counted(item.unit) : words.book.quantity(item.unit)}
        onText={setQuantity}
        text={quantity}
      />
      <PlaceFields {...{ type, places, faults, from: place, onFrom: setFrom }} />
      {type === 'receipt' && (
        <TextField
          fault={faults.unit_cost}
          inputMode="decimal"
          label={words.book.unitCost}
          maxLength={20}
          name="unit_cost"
        />
      )}
      <Pair narrow>
        <TextField fault={faults.reason} label={words.book.reason} maxLength={limits.operation.reason} name="reason" />
        <TextField
          fault={faults.reference}
          hint={words.book.referenceHint}
          label={words.book.reference}
          maxLength={limits.operation['reference.id']}
          name="reference"
        />
      </Pair>
      <Refusal error={writing.error} onTake={setQuantity} />
    </FormDialog>
  );
}

interface Booking {
  readonly item: Item;
  readonly type: BookableType;
  readonly from: number;
  readonly quantity: number;
}

/** The operation of a form; empty fields are left out. */
function draftOf({ item, type, from, quantity }: Booking, form: FormData): OperationDraft {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const expected = item.stock?.find(({ location_id: id }) => id === from)?.quantity ?? 0;
  return {
    item_id: item.id,
    type,
    quantity,
    location_id: from,
    ...(type === 'transfer' && { to_location_id: Number(text('to')) }),
    ...(type === 'count' && { expected_quantity: expected }),
    ...(text('unit_cost') !== '' && { unit_cost: text('unit_cost').replace(',', '.') }),
    ...(text('reason') !== '' && { reason: text('reason') }),
    ...(text('reference') !== '' && { reference: { type: 'document', id: text('reference') } }),
  };
}

type Faults = ReturnType<typeof faultsOf>;

interface PlacesProps {
  readonly type: BookableType;
  readonly places: readonly Location[];
  readonly from: number;
  readonly onFrom: (id: number) => void;
  readonly faults: Faults;
}

function PlaceFields({ type, places, from, onFrom, faults }: PlacesProps) {
  const { book } = useWords().stockroom;
  const isTransfer = type === 'transfer';
  const options = (list: readonly Location[]) =>
    list.map(({ id, code, name }) => (
      <option key={id} value={id}>
        {name === code ? code : `${code} · ${name}`}
      </option>
    ));
  const others = places.filter(({ id }) => id !== from);
  if (isTransfer && places.length === 1) return <Notice>{book.onePlace}</Notice>;
  return (
    <Pair narrow>
      <SelectField
        fault={faults.location ?? faults.location_id}
        label={isTransfer ? book.from : book.place}
        onChange={({ target }) => onFrom(Number(target.value))}
        value={from}
      >
        {options(places)}
      </SelectField>
      {isTransfer && (
        <SelectField fault={faults.to_location ?? faults.to_location_id} label={book.to} name="to">
          {options(others)}
        </SelectField>
      )}
    </Pair>
  );
}

interface RefusalProps {
  readonly error: Error | null;
  readonly onTake: (text: string) => void;
}

/** Why the server refused, and what helps: to take what is available, or to count again. */
function Refusal({ error, onTake }: RefusalProps) {
  const { book } = useWords().stockroom;
  const { count } = useFormats();
  const say = useErrorText();
  if (error === null || (error instanceof Refused && error.fields.length > 0)) return null;
  const code = error instanceof Refused ? error.code : '';
  const available = error instanceof Refused ? Number(error.details.available) : Number.NaN;
  return (
    <Notice role="alert" tone="bad">
      <p>{code === 'stock_changed' ? book.changed : say(error)}</p>
      {code === 'insufficient_stock' && available > 0 && (
        <Button onClick={() => onTake(String(available))}>{book.available(count(available))}</Button>
      )}
    </Notice>
  );
}
