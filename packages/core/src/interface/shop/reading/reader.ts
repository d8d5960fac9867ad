import type { Schema, Schemas } from '../../../kernel/schema.ts';
import { camel } from '../../schema.ts';
import { Fault, invalidParameters, missingParameters } from './fault.ts';
import { headerIn, type ParameterSources, valueIn } from './sources.ts';
import { compileValue, type ReadValue } from './value.ts';

/**
 * Returns the parsed parameters of a request by the use case's names.
 * @throws DomainError `rest_missing_callback_param`, `rest_invalid_param`
 */
export type ShopReader = (sent: ParameterSources) => Record<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly member: string;
  readonly isRequired: boolean;
  readonly mayBeNull: boolean;
  readonly place: Schema['in'];
  readonly byDefault: unknown;
  read(raw: unknown, name: string): unknown;
}

/** Compiles the reader of one endpoint. Missing required parameters are checked first and reported alone. */
export function compileShopReader(params: Schemas, variables: readonly string[]): ShopReader {
  const parameters = Object.entries(params).map(([name, descriptor]) => compileParameter(name, descriptor));
  const others = variables
    .filter((name) => !Object.hasOwn(params, name))
    .map((name) => ({ name, member: camel(name) }));
  return (sent) => {
    const given = parameters.map((each) => rawOf(each, sent));
    const missing = parameters.filter(
      ({ isRequired, mayBeNull }, index) =>
        isRequired && (given[index] === undefined || (given[index] === null && !mayBeNull)),
    );
    if (missing.length > 0) throw missingParameters(missing.map(({ name }) => name));
    const input: Record<string, unknown> = {};
    const faults = new Map<string, Fault>();
    for (const [index, { name, member, byDefault, read }] of parameters.entries()) {
      const raw = given[index];
      const value = raw === undefined ? byDefault : read(raw, name);
      if (value instanceof Fault) faults.set(name, value);
      else if (value !== undefined) input[member] = value;
    }
    if (faults.size > 0) throw invalidParameters(faults);
    for (const { name, member } of others) input[member] = sent.variables[name];
    return input;
  };
}

function rawOf({ name, place }: Parameter, sent: ParameterSources): unknown {
  if (place === 'whole body') return sent.whole;
  return place === 'header' ? headerIn(sent, name) : valueIn(sent, name);
}

function compileParameter(name: string, descriptor: Schema): Parameter {
  const { type, required = false, default: byDefault } = descriptor;
  return {
    name,
    member: camel(name),
    isRequired: required,
    mayBeNull: Array.isArray(type) ? type.includes('null') : type === 'null',
    place: descriptor.in,
    byDefault: byDefault ?? undefined,
    read: readerOf(descriptor),
  };
}

function readerOf(descriptor: Schema): ReadValue {
  const read = compileValue(descriptor);
  if (descriptor.divided) return (raw, name) => read(typeof raw === 'string' ? atCommas(raw) : raw, name);
  return descriptor.orNull ? unlessNull(read) : read;
}

const atCommas = (text: string): readonly string[] =>
  text
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

const unlessNull =
  (read: ReadValue): ReadValue =>
  (raw, name) =>
    raw === null ? null : read(raw, name);
