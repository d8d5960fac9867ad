import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Tagged } from '../data/client.ts';
import { faultsOf, fieldsOf } from '../data/form-values.ts';
import { Refused } from '../data/refusal.ts';
import { categoriesQuery, type Item, locationsQuery, saveRecord } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '../kit/field.tsx';
import { showToast } from '../kit/toast.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import css from './stockroom.module.css';

interface ItemDialogProps {
  /** The item to change; a new one without it. */
  readonly tagged?: Tagged<Item>;
  /** Barcode of a new item. */
  readonly code?: string;
  readonly onClose: () => void;
  readonly onSaved: (item: Item) => void;
}

/** Creates an item, or changes its master data. */
export function ItemDialog({ tagged, code, onClose, onSaved }: ItemDialogProps) {
  const { stockroom: words, action } = useWords();
  const may = useMay();
  const item = tagged?.record;
  const writing = useWriting({
    write: saveRecord<Item>(item ? `/items/${item.id}` : '/items', item ? 'PATCH' : 'POST'),
    tag: tagged?.tag,
    topics: ['stock', 'catalog'],
    onDone: (saved) => {
      if (!item) showToast({ id: 'created', text: words.item.created(saved.name) });
      onSaved(saved);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!writing.isPending) writing.mutate(membersOf(event.currentTarget, item === undefined, may('manage_inventory')));
  };
  const faults = faultsOf(writing.error);
  const isOutdated = writing.error instanceof Refused && writing.error.trouble === 'outdated';
  const title = item ? words.item.change(item.name) : words.item.create;
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={title} wide>
      <form className={css.form} onSubmit={submit}>
        <TextField
          autoFocus
          defaultValue={item?.name}
          fault={faults.name}
          label={words.item.name}
          maxLength={200}
          name="name"
          required
        />
        <div className={css.pair}>
          <TextField
            defaultValue={item?.sku}
            fault={faults.sku}
            hint={item ? undefined : words.item.skuHint}
            label={words.item.sku}
            maxLength={64}
            name="sku"
            required={item !== undefined}
          />
          <TextField
            defaultValue={item?.barcode ?? code}
            fault={faults.barcode}
            label={words.item.barcode}
            maxLength={64}
            name="barcode"
          />
        </div>
        <Amounts faults={faults} item={item} />
        <Assignments faults={faults} item={item} />
        <TextArea
          defaultValue={item?.description ?? ''}
          fault={faults.description}
          label={words.item.description}
          maxLength={10_000}
          name="description"
        />
        {may('manage_inventory') && (
          <Checkbox defaultChecked={item?.allow_negative} label={words.item.negative} name="allow_negative" />
        )}
        <Trouble error={writing.error} hasFields={Object.keys(faults).length > 0} isOutdated={isOutdated} />
        <Actions>
          <Button onClick={onClose}>{action.cancel}</Button>
          <Button disabled={writing.isPending} kind="main" type="submit">
            {action.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

interface TroubleProps {
  readonly error: Error | null;
  readonly hasFields: boolean;
  readonly isOutdated: boolean;
}

function Trouble({ error, hasFields, isOutdated }: TroubleProps) {
  const { stockroom: words } = useWords();
  if (!error || hasFields) return null;
  return (
    <p className={css.trouble} role="alert">
      {isOutdated ? words.item.conflict : error.message}
    </p>
  );
}

interface PartProps {
  readonly item: Item | undefined;
  readonly faults: Readonly<Record<string, string | undefined>>;
}

function Amounts({ item, faults }: PartProps) {
  const { item: words } = useWords().stockroom;
  return (
    <>
      <div className={css.pair}>
        <TextField
          defaultValue={item?.unit ?? 'pcs'}
          fault={faults.unit}
          label={words.unit}
          maxLength={16}
          name="unit"
          required
        />
        <SelectField
          defaultValue={item?.quantity_decimals ?? 0}
          fault={faults.quantity_decimals}
          label={words.decimals}
          name="quantity_decimals"
        >
          {[0, 1, 2, 3, 4].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </div>
      <div className={css.pair}>
        {item === undefined && (
          <TextField fault={faults.quantity} inputMode="decimal" label={words.initial} maxLength={17} name="quantity" />
        )}
        <TextField
          defaultValue={item?.reorder_level ?? ''}
          fault={faults.reorder_level}
          inputMode="decimal"
          label={words.reorder}
          maxLength={17}
          name="reorder_level"
        />
      </div>
      <div className={css.pair}>
        {(['price', 'cost'] as const).map((name) => (
          <TextField
            defaultValue={item?.[name] ?? ''}
            fault={faults[name]}
            inputMode="decimal"
            key={name}
            label={words[name]}
            maxLength={20}
            name={name}
          />
        ))}
      </div>
    </>
  );
}

function Assignments({ item, faults }: PartProps) {
  const { stockroom: words } = useWords();
  const categories = useQuery(categoriesQuery).data?.rows;
  const places = useQuery(locationsQuery).data?.rows;
  // Without their options the fields would lose what is chosen.
  if (!categories || !places) return null;
  return (
    <div className={css.pair}>
      <SelectField
        defaultValue={item?.category_id ?? ''}
        fault={faults.category_id}
        label={words.item.category}
        name="category_id"
      >
        <option value="">{words.noCategory}</option>
        {categories.map(({ id, path }) => (
          <option key={id} value={id}>
            {path.map(({ name }) => name).join(' › ')}
          </option>
        ))}
      </SelectField>
      <SelectField
        defaultValue={item?.default_location_id ?? places[0]?.id}
        fault={faults.default_location_id}
        label={words.item.place}
        name="default_location_id"
      >
        {places
          .filter(({ id, archived }) => !archived || id === item?.default_location_id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
    </div>
  );
}

/** The members of a form; empty fields of a new item are left out, those of a known one are emptied. */
function membersOf(form: HTMLFormElement, isNew: boolean, isAdmin: boolean) {
  const { text, textOrNull, numberOrNull, isChecked } = fieldsOf(form);
  const members = {
    name: text('name'),
    sku: textOrNull('sku'),
    barcode: textOrNull('barcode'),
    unit: text('unit'),
    quantity_decimals: Number(text('quantity_decimals')),
    reorder_level: numberOrNull('reorder_level'),
    price: textOrNull('price')?.replace(',', '.') ?? null,
    cost: textOrNull('cost')?.replace(',', '.') ?? null,
    category_id: numberOrNull('category_id'),
    default_location_id: numberOrNull('default_location_id'),
    description: textOrNull('description'),
    ...(isNew && { quantity: numberOrNull('quantity') }),
    ...(isAdmin && { allow_negative: isChecked('allow_negative') }),
  };
  const isUsed = ([name, value]: [string, unknown]) => value !== null || !(isNew || name === 'default_location_id');
  return Object.fromEntries(Object.entries(members).filter(isUsed));
}
