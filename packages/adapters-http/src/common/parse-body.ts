import { DomainError, type FieldProblem, invalidField } from '@backroom/core';
import { isObject, type PausingWork } from '@backroom/core/kernel';
import { formFields } from './form-fields.ts';

type BodyMembers = Readonly<Record<string, unknown>>;

const deepest = 20;
const reserved = new Set(['__proto__', 'constructor', 'prototype']);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON object; the last of duplicate members wins.
 * @throws DomainError `malformed_json`; `validation_failed` if it is not an object, for nesting deeper than 20, and for
 * names with a meaning in JavaScript
 */
export function* parseJson(bytes: Buffer): PausingWork<BodyMembers> {
  const value = jsonOf(bytes, notJson);
  if (!isObject(value)) {
    throw invalid({ path: [], code: 'wrong_type', message: 'The body must be a JSON object.' });
  }
  yield* demandHarmless(value, []);
  return value as BodyMembers;
}

/**
 * Parses the fields of a form.
 * @throws DomainError `malformed_json` for invalid UTF-8 and for JSON, `duplicate_parameter`, `validation_failed`
 */
export function* parseForm(bytes: Buffer): PausingWork<BodyMembers> {
  const fields: Record<string, string> = {};
  for (const [name, value] of yield* formFields(formTextOf(bytes))) {
    demandHarmlessName(name, [name]);
    if (Object.hasOwn(fields, name)) throw invalidField(name, 'duplicate_parameter', 'It stands there twice.');
    fields[name] = value;
    yield 1;
  }
  return fields;
}

/** JSON sent as a form would be one long field name, and a refusal that quotes it would repeat a password. */
function formTextOf(bytes: Buffer): string {
  const text = textOf(bytes);
  if (/^\s*[{[]/.test(text)) throw malformed('The body is JSON, and its media type is that of a form.', undefined);
  return text;
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw notJson(cause);
  }
}

/** Parses JSON in UTF-8; `refusal` is made of a `SyntaxError`, or of another error for invalid UTF-8. */
export function jsonOf(bytes: Buffer, refusal: (cause: unknown) => DomainError): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw refusal(cause);
  }
}

const notJson = (cause: unknown): DomainError =>
  malformed(`The body is not ${cause instanceof SyntaxError ? 'JSON' : 'UTF-8'}.`, cause);

/**
 * Walks through objects and lists down to the maximum depth. A unit of work is one member. `path` is that of the value, and has
 * other elements only while the walk is below it.
 */
function* demandHarmless(value: object, path: (string | number)[]): PausingWork<void> {
  if (path.length >= deepest)
    throw invalid({ path: [...path], code: 'invalid_format', message: `Nested deeper than ${deepest}.` });
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  const members = value as BodyMembers & readonly unknown[];
  const count = names?.length ?? members.length;
  for (let index = 0; index < count; index += 1) {
    const name = names?.[index] ?? index;
    path.push(name);
    if (names) demandHarmlessName(String(name), path);
    if (isNested(members[name])) yield* demandHarmless(members[name], path);
    path.pop();
    yield 1;
  }
}

export const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

function demandHarmlessName(name: string, path: FieldProblem['path']): void {
  if (reserved.has(name))
    throw invalid({ path: [...path], code: 'unknown_field', message: 'A field cannot have that name.' });
}

const invalid = (problem: FieldProblem): DomainError =>
  new DomainError('invalid', 'validation_failed', problem.message, { fields: [{ ...problem, isForeign: true }] });

const malformed = (message: string, cause: unknown): DomainError =>
  new DomainError('malformed', 'malformed_json', message, {}, cause);
