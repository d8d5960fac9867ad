import { type FormEvent, type ReactNode, useState } from 'react';
import { faultsOf, fieldsOf } from '../data/form-values.ts';
import { Refused } from '../data/refusal.ts';
import { useWriting, type Writing } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '../kit/field.tsx';
import { clockText, momentOf } from '../words/moments.ts';
import { useFormats, useWords } from '../words/words.tsx';
import css from './record-form.module.css';

/** A field of a record: `path` leads to its member, such as `billing.email`. */
export interface FieldRow {
  readonly path: string;
  /** Without one, the text of `words.shop.field` for the last part of the path. */
  readonly label?: string;
  readonly hint?: string;
  readonly kind: 'text' | 'number' | 'amount' | 'choice' | 'flag' | 'moment' | 'area' | 'ids';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** Values of a choice with their labels; an empty value is null. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

type Members = Readonly<Record<string, unknown>>;

interface RecordFormProps<Output> {
  readonly title: string;
  readonly fields: readonly FieldRow[];
  /** The record to change; a new one without it. */
  readonly record?: object | undefined;
  readonly writing: Omit<Writing<object, Output>, 'onDone'>;
  readonly onClose: () => void;
  readonly onSaved: (record: Output) => void;
  readonly children?: ReactNode;
}

const memberAt = (record: object | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Members | null | undefined)?.[name], record);

/** Creates or changes a record by declared fields; only changed members are sent. */
export function RecordForm<Output>(props: RecordFormProps<Output>) {
  const { title, fields, record, writing: given, onClose, onSaved, children } = props;
  const { shop: words, action } = useWords();
  const { timeZone } = useFormats().conventions;
  const writing = useWriting({ ...given, onDone: onSaved });
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (writing.isPending) return;
    const body = changesOf({ form: event.currentTarget, timeZone }, fields, record);
    if (record && Object.keys(body).length === 0) return setEmpty(true);
    writing.mutate(body);
    return undefined;
  };
  const faults = faultsOf(writing.error);
  const named = new Set(fields.map(({ path }) => path.split('.')[0]));
  const isShown = Object.keys(faults).some((field) => named.has(field));
  const isOutdated = writing.error instanceof Refused && writing.error.trouble === 'outdated';
  if (isEmpty) onClose();
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={title} wide>
      <form className={css.form} onSubmit={submit}>
        <div className={css.fields}>
          {fields.map((field) => (
            <RecordField
              fault={faults[field.path.split('.')[0] ?? '']}
              field={field}
              key={field.path}
              record={record}
            />
          ))}
        </div>
        {writing.error && !isShown && (
          <p className={css.trouble} role="alert">
            {isOutdated ? words.conflict : writing.error.message}
          </p>
        )}
        <Actions>
          <Button onClick={onClose}>{action.cancel}</Button>
          <Button disabled={writing.isPending} kind="main" type="submit">
            {action.save}
          </Button>
        </Actions>
      </form>
      {children}
    </Dialog>
  );
}

interface FieldProps {
  readonly field: FieldRow;
  readonly record: object | undefined;
  readonly fault: string | undefined;
}

function RecordField({ field, record, fault }: FieldProps) {
  const { shop: words } = useWords();
  const { timeZone } = useFormats().conventions;
  const { path, kind, choices = [], isRequired, maxLength = 255 } = field;
  const name = path.split('.').at(-1) ?? path;
  const label = field.label ?? words.field[name] ?? name;
  const value = textOf(memberAt(record, path), kind, timeZone);
  switch (kind) {
    case 'flag':
      return <Checkbox defaultChecked={memberAt(record, path) === true} label={label} name={path} />;
    case 'choice':
      return (
        <SelectField defaultValue={value} fault={fault} label={label} name={path} required={isRequired}>
          {choices.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </SelectField>
      );
    case 'ids':
      return (
        <SelectField defaultValue={value.split(',')} fault={fault} label={label} multiple name={path} size={5}>
          {choices.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </SelectField>
      );
    case 'area':
      return <TextArea defaultValue={value} fault={fault} label={label} maxLength={maxLength} name={path} />;
    default:
      return (
        <TextField
          defaultValue={value}
          fault={fault}
          hint={field.hint}
          inputMode={kind === 'number' || kind === 'amount' ? 'decimal' : undefined}
          label={label}
          maxLength={maxLength}
          name={path}
          required={isRequired}
          type={kind === 'moment' ? 'datetime-local' : 'text'}
        />
      );
  }
}

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

/** Members of the form that differ from the record, in its shape; of a new record those that are not empty. */
function changesOf(filled: FilledForm, fields: readonly FieldRow[], record: object | undefined): object {
  const changes: Record<string, unknown> = {};
  for (const field of fields) {
    const { path } = field;
    const value = typedValue(filled, field);
    if (isSame(memberAt(record, path), value, { kind: field.kind, timeZone: filled.timeZone })) continue;
    const [parent = path, child] = path.split('.');
    const group = { ...(memberAt(record, parent) as object), ...(changes[parent] as object) };
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
      return numberOrNull(path);
    case 'amount':
      return text?.replace(',', '.') ?? null;
    case 'moment':
      return text === null ? null : momentOf(text, timeZone);
    case 'ids':
      return new FormData(form).getAll(path).map(Number);
    default:
      return text;
  }
}
