import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import type { Tagged } from '../data/client.ts';
import { faultsOf, fieldsOf } from '../data/form-values.ts';
import { isOutdated } from '../data/refusal.ts';
import { type Item, locationsQuery, saveRecord } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Checkbox, SelectField, TextArea, TextField } from '../kit/field.tsx';
import { Pair } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { PickerField } from '../shell/records/picker.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import { useCategoryChoices } from './category-choice.ts';

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
  // What others change meanwhile is refused once, and not mixed into the form.
  const [opened] = useState(tagged);
  const [isConflict, setConflict] = useState(false);
  const item = opened?.record;
  const writing = useWriting({
    write: saveRecord<Item>(item ? `/items/${item.id}` : '/items', item ? 'PATCH' : 'POST'),
    tag: isConflict ? tagged?.tag : opened?.tag,
    topics: ['stock', 'catalog'],
    onDone: (saved) => {
      if (!item) showToast({ id: 'created', text: words.item.created(saved.name) });
      onSaved(saved);
    },
  });
  const submit = (form: HTMLFormElement) => {
    const members = membersOf(form, item, may('manage_inventory'));
    if (item && Object.keys(members).length === 0) return onClose();
    writing.mutate(members, { onError: (error) => isOutdated(error) && setConflict(true) });
  };
  const faults = faultsOf(writing.error);
  const title = item ? words.item.change(item.name) : words.item.create;
  return (
    <FormDialog
      error={Object.keys(faults).length > 0 ? null : writing.error}
      isPending={writing.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={action.save}
      title={title}
      wide
    >
      <TextField
        autoFocus
        defaultValue={item?.name}
        fault={faults.name}
        label={words.item.name}
        maxLength={limits.item.name}
        name="name"
        required
      />
      <Pair narrow>
        <TextField
          defaultValue={item?.sku}
          fault={faults.sku}
          hint={item ? undefined : words.item.skuHint}
          label={words.item.sku}
          maxLength={limits.item.sku}
          name="sku"
          required={item !== undefined}
        />
        <TextField
          defaultValue={item?.barcode ?? code}
          fault={faults.barcode}
          label={words.item.barcode}
          maxLength={limits.item.barcode}
          name="barcode"
        />
      </Pair>
      <Amounts faults={faults} item={item} />
      <Assignments faults={faults} item={item} />
      <TextArea
        defaultValue={item?.description ?? ''}
        fault={faults.description}
        label={words.item.description}
        maxLength={limits.item.description}
        name="description"
      />
      {may('manage_inventory') && (
        <Checkbox defaultChecked={item?.allow_negative} label={words.item.negative} name="allow_negative" />
      )}
    </FormDialog>
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
      <Pair narrow>
        <TextField
          defaultValue={item?.unit ?? 'pcs'}
          fault={faults.unit}
          label={words.unit}
          maxLength={limits.item.unit}
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
      </Pair>
      <Pair narrow>
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
      </Pair>
      <Pair narrow>
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
      </Pair>
    </>
  );
}

function Assignments({ item, faults }: PartProps) {
  const { stockroom: words } = useWords();
  const categories = useCategoryChoices();
  const places = useQuery(locationsQuery).data?.rows;
  // Without their options the fields would lose what is chosen.
  if (!categories || !places) return null;
  return (
    <Pair narrow>
      <PickerField
        choices={categories}
        defaultValue={item?.category_id ?? undefined}
        fault={faults.category_id}
        label={words.item.category}
        name="category_id"
        none={words.noCategory}
      />
      <SelectField
        defaultValue={item?.default_location_id ?? places.find(({ archived }) => !archived)?.id}
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
    </Pair>
  );
}

/** The members of a form that are filled in, or that differ from the known item; its emptied fields become null. */
function membersOf(form: HTMLFormElement, item: Item | undefined, isAdmin: boolean) {
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
    ...(item === undefined && { quantity: numberOrNull('quantity') }),
    ...(isAdmin && { allow_negative: isChecked('allow_negative') }),
  };
  const isUsed = ([name, value]: [string, unknown]) => {
    if (item === undefined) return value !== null;
    if (name === 'default_location_id' && value === null) return false;
    return String(value ?? '') !== String(item[name as keyof Item] ?? '');
  };
  return Object.fromEntries(Object.entries(members).filter(isUsed));
}
