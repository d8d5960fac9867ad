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
  | 'record'
  | 'records'
  | 'map'
  | 'list'
  | 'secret';

/** A value of a choice with its label; an empty value is null. */
export interface ChoiceRow {
  readonly value: string;
  readonly label: string;
}

/** A field of a record: `path` leads to its member, such as `billing.email`. */
export interface FieldRow {
  readonly path: string;
  /** Another name under which the server refuses it. */
  readonly also?: string;
  /** Without one, the text of `words.shop.field` for the path, or for its last part. */
  readonly label?: string;
  readonly hint?: string;
  readonly kind: FieldKind;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly choices?: readonly ChoiceRow[];
  /** What no choice of a record is called. */
  readonly none?: string;
  /** Kind of the records whose ids it takes, as `data/names.ts` knows it. */
  readonly of?: string;
  /** Text of the button that adds a record, or a pair of a map. */
  readonly add?: string;
  /** Members of the records of a list. */
  readonly members?: readonly PartRow[];
  /** Members of a map that are always shown. */
  readonly keys?: readonly KeyRow[];
}

/** A member of a record in a list. */
export interface PartRow {
  readonly name: string;
  readonly label: string;
  /** `lines` is a list of texts, one in a line; `key` is not shown. */
  readonly kind: 'text' | 'lines' | 'flag' | 'choice' | 'key';
  /** Values of a choice of numbers, with the members that come with each. */
  readonly choices?: readonly (ChoiceRow & { readonly fills?: object })[];
  /** Values of lines that are written by their names. */
  readonly known?: (record: Readonly<Record<string, unknown>>) => readonly KnownValue[];
  /** Value in a new record. */
  readonly initial: () => unknown;
  readonly maxLength?: number;
}

/** A value that is stored by its id. */
export interface KnownValue {
  readonly id: number;
  readonly name: string;
}

/** A member of a map. */
export interface KeyRow {
  readonly key: string;
  readonly label: string;
  /** Its values; without any it is typed. */
  readonly choices: readonly ChoiceRow[];
}

/** The choices, and a value that is none of them. */
export const offeredWith = <Row extends ChoiceRow>(choices: readonly Row[], value: string): readonly ChoiceRow[] =>
  value === '' || choices.some((each) => each.value === value) ? choices : [...choices, { value, label: value }];
