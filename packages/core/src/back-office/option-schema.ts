import type { FieldProblem } from '../kernel/errors.ts';
import { isStorableText } from '../kernel/text.ts';

/** A kind of JSON value. */
export type OptionType = 'text' | 'integer' | 'boolean' | 'list' | 'object' | 'null';

/** Validation rules of an option. Values are stored as sent, without conversion. */
export interface OptionSchema {
  readonly types: readonly OptionType[];
  /** Allowed texts. */
  readonly choices?: readonly string[];
  /** For texts; the empty text always matches. */
  readonly pattern?: RegExp;
  /** Maximum characters of a text. */
  readonly longest?: number;
  /** Schema of list entries. */
  readonly items?: OptionSchema;
  /** Allowed members of an object; any if absent. */
  readonly members?: Readonly<Record<string, OptionSchema>>;
}

const LONGEST_TEXT = 4_000;
const MOST_ENTRIES = 500;
const DEEPEST = 8;

type Path = readonly (string | number)[];
const fault = (path: Path, code: string, message: string): readonly FieldProblem[] => [{ path, code, message }];

/** The first fault of a value, with the path of the whole option; undefined if it is valid. */
export function faultIn(schema: OptionSchema, value: unknown, name: string): FieldProblem | undefined {
  const [first] = faultsIn(schema, value, [name]);
  return first && { ...first, path: [name] };
}

function faultsIn(schema: OptionSchema, value: unknown, path: Path): readonly FieldProblem[] {
  const { types, items, members } = schema;
  const type = typeOf(value);
  if (type === undefined || !types.includes(type))
    return fault(path, 'rest_invalid_type', `${titleOf(path)} is not of type ${types.join(', ')}`);
  switch (type) {
    case 'text':
      return faultsInText(schema, value as string, path);
    case 'list':
      return faultsInList(items, value as readonly unknown[], path);
    case 'object':
      return members
        ? faultsInMembers(members, value as Readonly<Record<string, unknown>>, path)
        : faultsInAnything(value, path);
    default:
      return [];
  }
}

function typeOf(value: unknown): OptionType | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : undefined;
  return typeof value === 'boolean' || typeof value === 'object' ? (typeof value as OptionType) : undefined;
}

function faultsInText(schema: OptionSchema, text: string, path: Path): readonly FieldProblem[] {
  const { choices, pattern, longest = LONGEST_TEXT } = schema;
  if (choices && !choices.includes(text))
    return fault(path, 'rest_not_in_enum', `${titleOf(path)} is not one of ${choices.join(', ')}`);
  if ([...text].length > longest)
    return fault(path, 'rest_too_long', `${titleOf(path)} must be at most ${longest} characters long`);
  const isUnfit = pattern !== undefined && text !== '' && !pattern.test(text);
  return isUnfit || !isStorableText(text)
    ? fault(path, 'rest_invalid_pattern', `${titleOf(path)} does not have the form that it must have`)
    : [];
}

function faultsInList(items: OptionSchema | undefined, list: readonly unknown[], path: Path): readonly FieldProblem[] {
  if (list.length > MOST_ENTRIES)
    return fault(path, 'rest_too_many_items', `${titleOf(path)} must contain at most ${MOST_ENTRIES} items`);
  if (!items) return faultsInAnything(list, path);
  return list.flatMap((each, index) => faultsIn(items, each, [...path, index]));
}

const faultsInMembers = (
  members: Readonly<Record<string, OptionSchema>>,
  object: Readonly<Record<string, unknown>>,
  path: Path,
): readonly FieldProblem[] =>
  Object.entries(object).flatMap(([name, value]) => {
    const schema = Object.hasOwn(members, name) ? members[name] : undefined;
    return schema
      ? faultsIn(schema, value, [...path, name])
      : fault(path, 'rest_additional_properties_forbidden', `${titleOf(path)} has a member that it cannot have`);
  });

function faultsInAnything(value: unknown, path: Path): readonly FieldProblem[] {
  if (!isStorable(value, DEEPEST))
    return fault(path, 'rest_invalid_pattern', `${titleOf(path)} is nested too deep or has impossible characters`);
  return [];
}

/** Whether a value can be stored as JSON and is nested at most `depth` levels deep. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return value === null || typeof value === 'boolean';
  if (depth === 0) return false;
  return Object.entries(value).every(([name, each]) => isStorableText(name) && isStorable(each, depth - 1));
}

const titleOf = ([first, ...rest]: Path): string => String(first) + rest.map((part) => `[${part}]`).join('');
