import { type ReactNode, useState } from 'react';
import { faultAt, faultsOf, fieldsOf } from '../data/form-values.ts';
import { isOutdated } from '../data/refusal.ts';
import { useWriting, type Writing } from '../data/writing.ts';
import { Checkbox, SelectField, TextArea, TextField } from '../kit/field.tsx';
import { Pair } from '../kit/layout.tsx';
import { countriesIn } from '../words/countries.ts';
import { clockText, momentOf } from '../words/moments.ts';
import { useFormats, useLanguage, useWords } from '../words/words.tsx';
import { RecordsField } from './records/choice.tsx';
import { FormDialog } from './records/form-dialog.tsx';
import { PickerField } from './records/picker.tsx';

type FieldKind =
  | 'text'
  | 'number'
  | 'amount'
  | 'choice'
  | 'country'
  | 'flag'
  | 'moment'
  | 'area'
  | 'id'
  | 'ids'
  | 'list'
  | 'secret';

/** A field of a record: `path` leads to its member, such as `billing.email`. */
export interface FieldRow {
  readonly path: string;
  /** Another name under which the server refuses it. */
  readonly also?: string;
  /** Without one, the text of `words.shop.field` for the last part of the path. */
  readonly label?: string;
  readonly hint?: string;
  readonly kind: FieldKind;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** Values of a choice with their labels; an empty value is null. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** What no choice of a record is called. */
  readonly none?: string;
  /** Kind of the records whose ids it takes, as `data/names.ts` knows it. */
  readonly of?: string;
}

type Members = Readonly<Record<string, unknown>>;

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

const memberAt = (record: object | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Members | null | undefined)?.[name], record);

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
  const faults = faultsOf(writing.error);
  const faultOf = ({ path, also = path }: FieldRow) => faultAt(faults, path) ?? faults[also];
  const isShown = fields.some((field) => faultOf(field) !== undefined);
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
            fault={faultOf(field)}
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
  readonly fault: string | undefined;
}

function RecordField({ field, record, now, fault }: FieldProps) {
  const { shop } = useWords();
  const { timeZone } = useFormats().conventions;
  const { path, kind, choices = [], isRequired, maxLength } = field;
  const name = path.split('.').at(-1) ?? path;
  const label = field.label ?? shop.field[name] ?? name;
  const value = textOf(memberAt(record, path), kind, timeZone);
  const theirs = textOf(memberAt(now, path), kind, timeZone);
  const hint = theirs === value ? field.hint : shop.theirs(theirs);
  switch (kind) {
    case 'flag':
      return <Checkbox defaultChecked={memberAt(record, path) === true} hint={hint} label={label} name={path} />;
    case 'choice':
      return (
        <SelectField defaultValue={value} fault={fault} hint={hint} label={label} name={path} required={isRequired}>
          {choices.map((each) => (
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
      return <RecordsField {...{ fault, hint, label }} ids={idsIn(value)} name={path} of={field.of ?? ''} />;
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

const idsIn = (text: string): readonly string[] => text.split(',').filter((id) => id !== '');

const textOf = (value: unknown, kind: FieldRow['kind'], timeZone: string): string => {
  if (value === null || value === undefined) return '';
  if (kind === 'moment') return clockText(String(value), timeZone);
  return Array.isArray(value) ? value.join(',') : String(value);
};

/** A form, and the zone that its times are written in. */
interface FilledForm {
  readonly form: HTMLFormElement;
  readonly timeZone: string;
}

/** A record as its form opened it, and as it is now. */
interface Known {
  readonly opened: object | undefined;
  readonly now: object | undefined;
}

/** Members of the form that differ from the opened record, in its shape; of a new record those that are not empty. */
function changesOf(filled: FilledForm, fields: readonly FieldRow[], { opened, now }: Known): object {
  const changes: Record<string, unknown> = {};
  for (const field of fields) {
    const { path } = field;
    const value = typedValue(filled, field);
    if (isSame(memberAt(opened, path), value, { kind: field.kind, timeZone: filled.timeZone })) continue;
    const [parent = path, child] = path.split('.');
    const group = { ...(memberAt(now, parent) as object), ...(changes[parent] as object) };
    changes[parent] = child === undefined ? value : { ...group, [child]: value };
  }
  return changes;
}

interface Written {
  readonly kind: FieldRow['kind'];
  readonly timeZone: string;
}

const isSame = (before: unknown, value: unknown, { kind, timeZone }: Written): boolean =>
  textOf(before, kind, timeZone) === textOf(value, kind, timeZone) ||
  ((before === undefined || before === null) && value === false);

function typedValue({ form, timeZone }: FilledForm, { path, kind }: FieldRow): unknown {
  const { textOrNull, numberOrNull, isChecked } = fieldsOf(form);
  const text = textOrNull(path);
  switch (kind) {
    case 'flag':
      return isChecked(path);
    case 'number':
    case 'id':
      return numberOrNull(path);
    case 'amount':
      return text?.replace(',', '.') ?? null;
    case 'moment':
      return text === null ? null : momentOf(text, timeZone);
    case 'ids':
      return new FormData(form).getAll(path).map(Number);
    case 'list':
      return (text ?? '').split(/[\s,]+/).filter((each) => each !== '');
    default:
      return text;
  }
}
