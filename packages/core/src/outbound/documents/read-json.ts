import type { DomainError, FieldProblem } from '../../kernel/errors.ts';
import { compilerOf } from '../../kernel/reading/compile.ts';
import { sentenceOf } from '../../kernel/reading/rest-words.ts';
import { readWith } from '../../kernel/reading/steps.ts';
import { strict } from '../../kernel/reading/strict.ts';
import type { Schema } from '../../kernel/schema.ts';

/** Maximum nesting (levels) of members without a schema, which check their own form. */
const DEEPEST = 60;
const readerOf = compilerOf({ ...strict, deepest: DEEPEST });

/** Makes the refusal of a faulty document; the message continues "is not valid:". */
export type DocumentRefusal = (message: string, fields: readonly FieldProblem[]) => DomainError;

/** What a document must look like, and how one that does not is refused. */
export interface DocumentForm {
  /** Names the document in sentences about its members: `catalogue[products]`. */
  readonly root: string;
  readonly schema: Schema;
  refuse: DocumentRefusal;
}

/** The refusal of a document for one reason. */
export function refusalOf({ root, refuse }: DocumentForm, message: string): DomainError {
  const { code } = refuse(message, []);
  return refuse(message, [{ path: [root], code, message }]);
}

/**
 * Reads JSON by its schema; members of objects get the names of use cases.
 * @throws DomainError of the form, naming the first faulty member
 */
export function readJson<T>(
  text: string,
  form: DocumentForm,
): { readonly value: T; readonly raw: Readonly<Record<string, unknown>> } {
  const { root, schema } = form;
  const raw = parsed(text, form);
  const read = readWith(readerOf(schema), raw, 'first');
  if ('value' in read) return { value: read.value as T, raw: raw as Readonly<Record<string, unknown>> };
  const [first] = read.faults;
  throw refusalOf(form, first ? sentenceOf(first.fault, [root, ...first.path]) : `${root} is not valid`);
}

function parsed(text: string, form: DocumentForm): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusalOf(form, `${form.root} is not JSON`);
  }
}
