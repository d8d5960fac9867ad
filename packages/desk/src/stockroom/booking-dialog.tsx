import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { faultsOf } from '../data/form-values.ts';
import { Refused } from '../data/refusal.ts';
import {
  type Item,
  type Location,
  locationsQuery,
  type Operation,
  type OperationDraft,
  recordOperation,
} from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import type { IconName } from '../kit/icon.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { keepPlace, keptPlace } from './kept-place.ts';
import { readQuantity } from './quantities.ts';
import { QuantityField } from './quantity-field.tsx';
import css from './stockroom.module.css';

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
  const { stockroom: words, action } = useWords();
  const places = (useQuery(locationsQuery).data?.rows ?? []).filter(({ archived }) => !archived);
  const [quantity, setQuantity] = useState(type === 'count' ? '' : '1');
  const [from, setFrom] = useState(() => keptPlace(item.default_location_id));
  const writing = useWriting({
    write: recordOperation,
    topics: ['stock', 'catalog'],
    onDone: (operation) => {
      keepPlace(from);
      onDone(operation);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readQuantity(quantity);
    if (read === undefined || writing.isPending) return;
    writing.mutate(draftOf({ item, type, from, quantity: read }, new FormData(event.currentTarget)));
  };
  const faults = faultsOf(writing.error);
  const place = places.some(({ id }) => id === from) ? from : (places[0]?.id ?? from);
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={`${words.type[type]}: ${item.name}`}>
      <form className={css.form} onSubmit={submit}>
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
        <div className={css.pair}>
          <TextField fault={faults.reason} label={words.book.reason} maxLength={64} name="reason" />
          <TextField
            fault={faults.reference}
            hint={words.book.referenceHint}
            label={words.book.reference}
            maxLength={128}
            name="reference"
          />
        </div>
        <Trouble error={writing.error} onTake={setQuantity} />
        <Actions>
          <Button onClick={onClose}>{action.cancel}</Button>
          <Button disabled={writing.isPending || readQuantity(quantity) === undefined} kind="main" type="submit">
            {words.book.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
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
  if (isTransfer && places.length === 1) return <p className={css.notice}>{book.onePlace}</p>;
  return (
    <div className={css.pair}>
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
    </div>
  );
}

interface TroubleProps {
  readonly error: Error | null;
  readonly onTake: (text: string) => void;
}

/** Why the server refused, and what helps: to take what is available, or to count again. */
function Trouble({ error, onTake }: TroubleProps) {
  const { book } = useWords().stockroom;
  const { count } = useFormats();
  if (error === null || (error instanceof Refused && error.fields.length > 0)) return null;
  const code = error instanceof Refused ? error.code : '';
  const available = error instanceof Refused ? Number(error.details.available) : Number.NaN;
  return (
    <div className={css.trouble} role="alert">
      <p>{code === 'stock_changed' ? book.changed : error.message}</p>
      {code === 'insufficient_stock' && available > 0 && (
        <Button onClick={() => onTake(String(available))}>{book.available(count(available))}</Button>
      )}
    </div>
  );
}
