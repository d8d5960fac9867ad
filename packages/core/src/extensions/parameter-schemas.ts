import { isObject } from '../kernel/reading/storable.ts';
import type { Schema, Schemas } from '../kernel/schema.ts';
import { declarationInvalid } from './errors.ts';

/** Maximum nesting, and maximum descriptors of one route. */
const DEPTH = 6;
const DESCRIPTORS = 300;
/** Maximum characters of a text in a descriptor. */
const TEXT_LENGTH = 2_000;

const types = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);
const formats = new Set(['date-time', 'email', 'uri', 'uuid', 'ip', 'hex-color']);

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= TEXT_LENGTH;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isBound = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isScalar = (value: unknown): boolean => value === null || isText(value) || isFlag(value) || isBound(value);
const areTypes = (value: unknown): boolean => {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.length > 0 && all.every((each) => types.has(each as string));
};

/** The keywords that a descriptor of an extension may have. Patterns are not among them: some take for ever to match. */
const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: areTypes,
  description: isText,
  enum: (value) => Array.isArray(value) && value.length <= 200 && value.every(isScalar),
  format: (value) => formats.has(value as string),
  minimum: isBound,
  maximum: isBound,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
  required: isFlag,
  default: isScalar,
  items: isObject,
  properties: isObject,
  additionalProperties: isFlag,
};

/**
 * Checks descriptors of parameters that an extension has sent.
 * @param place what the message names
 * @throws DomainError `extension_declaration_invalid`
 */
export function checkParameters(place: string, params: Schemas): void {
  let count = 0;
  const check = (where: string, descriptor: Schema, depth: number): void => {
    count += 1;
    if (depth > DEPTH || count > DESCRIPTORS)
      throw declarationInvalid(`${place} has more than ${DEPTH} levels or ${DESCRIPTORS} descriptors`);
    if (!isObject(descriptor)) throw declarationInvalid(`${where} is no object`);
    checkKeywordsOf(where, descriptor);
    if (descriptor.items) check(`${where}[items]`, descriptor.items, depth + 1);
    for (const [name, member] of Object.entries(descriptor.properties ?? {}))
      check(`${where}[${checkedName(where, name, memberName)}]`, member, depth + 1);
  };
  for (const [name, descriptor] of Object.entries(params))
    check(`${place}[${checkedName(place, name, parameterName)}]`, descriptor, 1);
}

function checkKeywordsOf(where: string, descriptor: Schema): void {
  for (const [keyword, value] of Object.entries(descriptor)) {
    const fits = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    if (!fits) throw declarationInvalid(`${where} has the unknown keyword ${JSON.stringify(keyword.slice(0, 50))}`);
    if (!fits(value)) throw declarationInvalid(`${where} has a wrong ${keyword}`);
  }
}

const parameterName = /^[a-z][a-z0-9_]{0,63}$/;
/** Members of values, answers included. */
const memberName = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

function checkedName(where: string, name: string, form: RegExp): string {
  if (form.test(name)) return name;
  throw declarationInvalid(`${where} has a member whose name is not permitted: ${JSON.stringify(name.slice(0, 50))}`);
}
