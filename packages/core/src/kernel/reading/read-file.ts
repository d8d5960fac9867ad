import type { DomainError } from '../errors.ts';
import type { Schema } from '../schema.ts';
import { compilerOf } from './compile.ts';
import { sentenceOf } from './rest-words.ts';
import { readWith } from './steps.ts';
import { isObject } from './storable.ts';
import { strict } from './strict.ts';

/** How a JSON file of a package is read: its name in messages, its members, and the refusal of a faulty one. */
export interface FileForm {
  readonly name: string;
  readonly members: Readonly<Record<string, Schema>>;
  refuse(message: string): DomainError;
}

/**
 * Compiles the reader of a JSON file. Members without a schema are ignored.
 * @throws DomainError of the form, by the reader, that names the first faulty member
 */
export function compileFile<T>({ name, members, refuse }: FileForm): (text: string) => T {
  const reader = compilerOf(strict)({ type: 'object', properties: members });
  return (text) => {
    const file = objectIn(text, { name, refuse });
    const known = Object.fromEntries(
      Object.keys(members).flatMap((each) => (Object.hasOwn(file, each) ? [[each, file[each]] as const] : [])),
    );
    const read = readWith(reader, known, 'first');
    if ('value' in read) return read.value as T;
    const [first] = read.faults;
    throw refuse(first ? sentenceOf(first.fault, [name, ...first.path]) : `${name} is not valid`);
  };
}

function objectIn(
  text: string,
  { name, refuse }: Pick<FileForm, 'name' | 'refuse'>,
): Readonly<Record<string, unknown>> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw refuse(`${name} is not JSON`);
  }
  if (!isObject(file)) throw refuse(`${name} is not an object`);
  return file;
}
