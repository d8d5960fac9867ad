import { type ReactNode, useState } from 'react';
import { isOutdated } from '../data/refusal.ts';
import { useWriting, type Writing } from '../data/writing.ts';
import { Checkbox, SelectField, TextArea, TextField } from '../kit/field.tsx';
import { Pair } from '../kit/layout.tsx';
import { countriesIn } from '../words/countries.ts';
import { useFormats, useLanguage, useWords } from '../words/words.tsx';
import { RecordsField } from './records/choice.tsx';
import { type Faults, faultAt, faultsByPath } from './records/faults.ts';
import { type FieldRow, offeredWith } from './records/field-row.ts';
import { changesOf, memberAt, shownText, textOf } from './records/form-changes.ts';
import { FormDialog } from './records/form-dialog.tsx';
import { MapField } from './records/map-field.tsx';
import { PickerField } from './records/picker.tsx';
import { RowsField } from './records/rows-field.tsx';

export type { FieldRow };

type Members = Readonly<Record<string, unknown>>;
type MapOfTexts = Readonly<Record<string, string>>;

type Limits = Readonly<Record<string, number>>;

interface RecordFormProps<Output> {
  readonly title: string;
  readonly fields: readonly FieldRow[];
  /** The longest texts that the server takes, by path. */
  readonly limits?: Limits;
  /** The record to change; a new one without it. */
  readonly record?: object | undefined;
  readonly writing: Omit<Writing<object, Output>, 'onDone'>;
  readonly onClose: () => void;
  readonly onSaved: (record: Output) => void;
  readonly children?: ReactNode;
}

/**
 * Creates or changes a record by declared fields; only changed members are sent. What others save meanwhile is refused once,
 * shown beside the fields, and kept where nothing was typed.
 */
export function RecordForm<Output>(props: RecordFormProps<Output>) {
  const { title, fields, limits = {}, record: now, writing: given, onClose, onSaved, children } = props;
  const { action } = useWords();
  const { timeZone } = useFormats().conventions;
  const [{ record, tag }] = useState({ record: now, tag: given.tag });
  const [isConflict, setConflict] = useState(false);
  const writing = useWriting({ ...given, tag: isConflict ? given.tag : tag, onDone: onSaved });
  const [isEmpty, setEmpty] = useState(false);
  const submit = (form: HTMLFormElement) => {
    const body = changesOf({ form, timeZone }, fields, { opened: record, now });
    if (record && Object.keys(body).length === 0) return setEmpty(true);
    writing.mutate(body, { onError: (error) => isOutdated(error) && setConflict(true) });
  };
  const faults = faultsByPath(writing.error);
  const isShown = fields.some(({ path, also }) => faultAt(faults, path, also) !== undefined);
  if (isEmpty) onClose();
  return (
    <FormDialog
      after={children}
      error={isShown ? null : writing.error}
      isPending={writing.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={action.save}
      title={title}
      wide
    >
      <Pair>
        {fields.map((field) => (
          <RecordField
            faults={faults}
            field={{ maxLength: limits[field.path] ?? 255, ...field }}
            key={field.path}
            now={isConflict ? now : record}
            record={record}
          />
        ))}
      </Pair>
    </FormDialog>
  );
}

interface FieldProps {
  readonly field: FieldRow;
  readonly record: object | undefined;
  /** The record with what others saved since the form opened. */
  readonly now: object | undefined;
  readonly faults: Faults;
}

function RecordField({ field, record, now, faults }: FieldProps) {
  const { shop } = useWords();
  const { timeZone } = useFormats().conventions;
  const { path, also, kind, choices = [], isRequired, maxLength } = field;
  const name = path.split('.').at(-1) ?? path;
  const label = field.label ?? shop.field[path] ?? shop.field[name] ?? name;
  const opened = memberAt(record, path);
  const theirs = memberAt(now, path);
  const value = textOf(opened, field, timeZone);
  const isSame = textOf(theirs, field, timeZone) === value;
  const hint = isSame ? field.hint : shop.theirs(shownText(theirs, field, timeZone));
  const fault = faultAt(faults, path, also);
  switch (kind) {
    case 'flag':
      return <Checkbox defaultChecked={opened === true} hint={hint} label={label} name={path} />;
    case 'choice':
      return (
        <SelectField defaultValue={value} fault={fault} hint={hint} label={label} name={path} required={isRequired}>
          {offeredWith(choices, value).map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </SelectField>
      );
    case 'country':
      return (
        <SelectField defaultValue={value} fault={fault} hint={hint} label={label} name={path} required={isRequired}>
          <CountryOptions value={value} />
        </SelectField>
      );
    case 'id':
      return (
        <PickerField
          {...{ fault, hint, label }}
          choices={choices.map((each) => ({ id: Number(each.value), name: each.label }))}
          defaultValue={value === '' ? undefined : Number(value)}
          name={path}
          none={field.none ?? shop.noValue}
        />
      );
    case 'ids':
    case 'record':
    case 'records':
    case 'map':
      return <NestedField {...{ fault, faults, field, hint, label, opened }} />;
    case 'area':
      return (
        <TextArea defaultValue={value} fault={fault} hint={hint} label={label} maxLength={maxLength} name={path} />
      );
    default:
      return (
        <TextField
          defaultValue={value}
          fault={fault}
          hint={hint}
          inputMode={kind === 'number' || kind === 'amount' ? 'decimal' : undefined}
          label={label}
          maxLength={maxLength}
          name={path}
          required={isRequired}
          {...inputOf[kind]}
        />
      );
  }
}

interface NestedProps extends Pick<FieldProps, 'field' | 'faults'> {
  readonly label: string;
  readonly hint: string | undefined;
  readonly fault: string | undefined;
  readonly opened: unknown;
}

/** A field for records of another kind, for a list of records, or for a map. */
function NestedField({ field, faults, opened, ...look }: NestedProps) {
  const { path, kind, add = '', members = [], keys = [], of = '' } = field;
  switch (kind) {
    case 'records':
      return <RowsField {...look} {...{ add, faults, members, path }} opened={(opened ?? []) as readonly Members[]} />;
    case 'map':
      return <MapField {...look} {...{ add, keys, path }} opened={opened as MapOfTexts | undefined} />;
    default:
      return <RecordsField {...look} ids={idsIn(opened)} isOne={kind === 'record'} name={path} of={of} />;
  }
}

/** All countries, none, and a code that is no country. */
function CountryOptions({ value }: { readonly value: string }) {
  const countries = countriesIn(useLanguage().language);
  return (
    <>
      <option value="" />
      {value !== '' && !countries.some(({ code }) => code === value) && <option value={value}>{value}</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  );
}

/** Inputs of other types than a text. */
const inputOf: Partial<Record<FieldRow['kind'], { readonly type: string; readonly autoComplete?: string }>> = {
  moment: { type: 'datetime-local' },
  secret: { type: 'password', autoComplete: 'new-password' },
};

const idsIn = (value: unknown): readonly string[] => [value ?? []].flat().map(String);
