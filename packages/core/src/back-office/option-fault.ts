import type { FieldProblem } from '../kernel/errors.ts';
import { compilerOf } from '../kernel/reading/compile.ts';
import { sentenceOf } from '../kernel/reading/rest-words.ts';
import { readWith } from '../kernel/reading/steps.ts';
import { strict } from '../kernel/reading/strict.ts';
import type { Schema } from '../kernel/schema.ts';

const readerOf = compilerOf(strict);

/** The first fault of a value, with the path of the whole option; undefined if it is valid. */
export function faultIn(schema: Schema, value: unknown, name: string): FieldProblem | undefined {
  const read = readWith(readerOf(schema), value, 'first');
  const first = 'faults' in read ? read.faults[0] : undefined;
  return first && { path: [name], code: first.fault.code, message: sentenceOf(first.fault, [name, ...first.path]) };
}
