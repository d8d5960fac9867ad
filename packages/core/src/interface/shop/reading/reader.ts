import { DomainError } from '../../../kernel/errors.ts';
import { camel } from '../../../kernel/names.ts';
import { compile } from '../../../kernel/reading/compile.ts';
import { lenient } from '../../../kernel/reading/lenient.ts';
import { sentenceOf } from '../../../kernel/reading/rest-words.ts';
import { type PlacedFault, readWith } from '../../../kernel/reading/steps.ts';
import { type Schema, type Schemas, typesOf } from '../../../kernel/schema.ts';
import { headerIn, type ParameterSources, valueIn } from './sources.ts';

/**
 * Returns the parsed parameters of a request by the use case's names.
 * @throws DomainError `rest_missing_callback_param`, `rest_invalid_param`
 */
export type ShopReader = (sent: ParameterSources) => Record<string, unknown>;

/** Compiles the reader of one endpoint. Missing required parameters are checked first and reported alone. */
export function compileShopReader(params: Schemas, variables: readonly string[]): ShopReader {
  const parameters = Object.entries(params).map(([name, schema]) => compileParameter(name, schema));
  const others = variables
    .filter((name) => !Object.hasOwn(params, name))
    .map((name) => ({ name, member: camel(name) }));
  return (sent) => {
    const given = parameters.map((each) => rawOf(each, sent));
    const missing = parameters.filter(({ isMissing }, index) => isMissing(given[index]));
    if (missing.length > 0) throw missingParameters(missing.map(({ name }) => name));
    const input: Record<string, unknown> = {};
    const faults = new Map<string, readonly PlacedFault[]>();
    for (const [index, { name, member, byDefault, reader }] of parameters.entries()) {
      const raw = given[index];
      const read = raw === undefined ? { value: byDefault } : readWith(reader, raw, 'first');
      if ('faults' in read) faults.set(name, read.faults);
      else if (read.value !== undefined) input[member] = read.value;
    }
    if (faults.size > 0) throw invalidParameters(faults);
    for (const { name, member } of others) input[member] = sent.variables[name];
    return input;
  };
}

function rawOf({ name, place }: ReturnType<typeof compileParameter>, sent: ParameterSources): unknown {
  if (place === 'whole body') return sent.whole;
  return place === 'header' ? headerIn(sent, name) : valueIn(sent, name);
}

function compileParameter(name: string, schema: Schema) {
  const mayBeNull = typesOf(schema).includes('null');
  return {
    name,
    member: camel(name),
    isMissing: (raw: unknown) => schema.required === true && (raw === undefined || (raw === null && !mayBeNull)),
    place: schema.in,
    byDefault: schema.default ?? undefined,
    reader: compile(schema, lenient),
  };
}

const missingParameters = (names: readonly string[]): DomainError =>
  new DomainError('malformed', 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    params: names,
  });

/** Refusal of invalid parameters; several faults of one, in lines of a list, become one. */
function invalidParameters(faults: ReadonlyMap<string, readonly PlacedFault[]>): DomainError {
  const each = [...faults].map(([name, list]) => {
    const message = list.map(({ fault, path }) => sentenceOf(fault, [name, ...path])).join('; ');
    return { name, code: list[0]?.fault.code, message };
  });
  return new DomainError('malformed', 'rest_invalid_param', messageOf([...faults.keys()]), {
    params: Object.fromEntries(each.map(({ name, message }) => [name, message])),
    details: Object.fromEntries(each.map(({ name, code, message }) => [name, { code, message, data: null }])),
  });
}

/** Message for invalid parameters. */
export const messageOf = (names: readonly string[]): string => `Invalid parameter(s): ${names.join(', ')}`;
