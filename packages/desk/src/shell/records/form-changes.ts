import { fieldsOf } from '../../data/form-values.ts';
import { clockText, momentOf } from '../../words/moments.ts';
import type { FieldRow } from './field-row.ts';

type Members = Readonly<Record<string, unknown>>;

/** The member of a record at a path such as `billing.email`. */
export const memberAt = (record: object | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Members | null | undefined)?.[name], record);

/** A value as its field shows it; lists of records and maps as JSON, which their hidden fields have. */
export function textOf(value: unknown, { kind }: Pick<FieldRow, 'kind'>, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (kind === 'moment') return clockText(String(value), timeZone);
  if (kind === 'records' || kind === 'map') return ordered(value);
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** A value for people: of a list of records what they say, of a map its pairs. */
export function shownText(value: unknown, field: Pick<FieldRow, 'kind'>, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (field.kind === 'records') return (value as readonly object[]).map(partsText).join('; ');
  return field.kind === 'map' ? Object.entries(value).map(pairText).join(', ') : textOf(value, field, timeZone);
}

const pairText = ([key, value]: [string, unknown]): string => `${key}: ${value}`;

const partsText = (record: object): string =>
  Object.entries(record)
    .filter(([name, value]) => name !== 'id' && typeof value !== 'boolean')
    .map(([, value]) => String(value))
    .join(' ');

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

/**
 * Members of the form that differ from the opened record, in its shape; of a new record those that are not empty. A group such as
 * `billing` without values is null.
 */
export function changesOf(filled: FilledForm, fields: readonly FieldRow[], { opened, now }: Known): object {
  const changes: Record<string, unknown> = {};
  for (const field of fields) {
    const { path } = field;
    const value = typedValue(filled, field);
    if (isSame(memberAt(opened, path), value, { field, timeZone: filled.timeZone })) continue;
    const [parent = path, child] = path.split('.');
    const group = { ...(memberAt(now, parent) as object), ...(changes[parent] as object) };
    changes[parent] = child === undefined ? value : { ...group, [child]: value };
  }
  const groups = new Set(fields.flatMap(({ path }) => (path.includes('.') ? (path.split('.')[0] ?? []) : [])));
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, groups.has(name) ? orNull(value as Members) : value]),
  );
}

const orNull = (group: Members): Members | null =>
  Object.values(group).every((value) => value === null) ? null : group;

interface Written {
  readonly field: FieldRow;
  readonly timeZone: string;
}

const isSame = (before: unknown, value: unknown, { field, timeZone }: Written): boolean =>
  textOf(before ?? emptyOf[field.kind], field, timeZone) === textOf(value, field, timeZone) ||
  ((before === undefined || before === null) && value === false);

const emptyOf: Partial<Record<FieldRow['kind'], unknown>> = { records: [], map: {} };

/** JSON with the members of objects in one order. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

function typedValue({ form, timeZone }: FilledForm, { path, kind }: FieldRow): unknown {
  const { textOrNull, numberOrNull, isChecked } = fieldsOf(form);
  const text = textOrNull(path);
  switch (kind) {
    case 'flag':
      return isChecked(path);
    case 'number':
    case 'id':
    case 'record':
      return numberOrNull(path);
    case 'amount':
      return text?.replace(',', '.') ?? null;
    case 'moment':
      return text === null ? null : momentOf(text, timeZone);
    case 'ids':
      return new FormData(form).getAll(path).map(Number);
    case 'list':
      return (text ?? '').split(/[\s,]+/).filter((each) => each !== '');
    case 'records':
    case 'map':
      return JSON.parse(text ?? 'null');
    default:
      return text;
  }
}
