import { DomainError, type FieldProblem, invalidField } from '@backroom/core';

type Members = Readonly<Record<string, unknown>>;

const deepest = 20;
const reserved = new Set(['__proto__', 'constructor', 'prototype']);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON object; of members that stand there twice the last one counts.
 * @throws DomainError `malformed_json`; `validation_failed` for anything but an object, for objects and lists nested
 * deeper than 20, and for names that mean something to the language
 */
export function parseJson(bytes: Buffer): Members {
  const value = parsed(textOf(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ path: [], code: 'wrong_type', message: 'The body must be a JSON object.' });
  }
  demandHarmless(value, []);
  return value as Members;
}

/**
 * Reads the fields of a form.
 * @throws DomainError `malformed_json` for what is not UTF-8 and for JSON, `duplicate_parameter`, `validation_failed`
 */
export function parseForm(bytes: Buffer): Members {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(formTextOf(bytes))) {
    demandHarmlessName(name, [name]);
    if (Object.hasOwn(fields, name)) throw invalidField(name, 'duplicate_parameter', 'It stands there twice.');
    fields[name] = value;
  }
  return fields;
}

/** JSON sent as a form would be one long name, and a refusal that tells it would repeat a password. */
function formTextOf(bytes: Buffer): string {
  const text = textOf(bytes);
  if (/^\s*[{[]/.test(text)) throw malformed('The body is JSON, and its media type is that of a form.', undefined);
  return text;
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw malformed('The body is not UTF-8.', cause);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed('The body is not JSON.', cause);
  }
}

/** Walks through objects and lists; it stops before it has gone too deep itself. */
function demandHarmless(value: object, path: FieldProblem['path']): void {
  if (path.length >= deepest)
    throw invalid({ path, code: 'invalid_format', message: `Nested deeper than ${deepest}.` });
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const here = [...path, isList ? Number(name) : name];
    if (!isList) demandHarmlessName(name, here);
    if (typeof member === 'object' && member !== null) demandHarmless(member, here);
  }
}

function demandHarmlessName(name: string, path: FieldProblem['path']): void {
  if (reserved.has(name)) throw invalid({ path, code: 'unknown_field', message: 'A field cannot have that name.' });
}

const invalid = (problem: FieldProblem): DomainError =>
  new DomainError('invalid', 'validation_failed', problem.message, { fields: [{ ...problem, isForeign: true }] });

const malformed = (message: string, cause: unknown): DomainError =>
  new DomainError('malformed', 'malformed_json', message, {}, cause);
