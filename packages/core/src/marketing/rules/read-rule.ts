import type { FieldProblem } from '../../kernel/errors.ts';
import { Fault } from '../../kernel/reading/fault.ts';
import { isObject } from '../../kernel/reading/storable.ts';
import type { Schema } from '../../kernel/schema.ts';
import {
  always,
  type FactComparison,
  type FactOperation,
  operations,
  type Transformer,
  type VisibilityRule,
} from './rule.ts';

/** Maximum nesting (levels of JSON) of a rule with its lists. */
const DEEPEST = 32;
/** Maximum values of JSON in a rule. */
const MOST_PARTS = 500;
const MOST_PLUGINS = 50;
const MOST_TRANSFORMERS = 10;
const LONGEST_NAME = 200;
/** Separates the members in a path of `dot_notation`. */
const DOT = '.';

type Path = readonly (string | number)[];
type RawMembers = Readonly<Record<string, unknown>>;

/** A rule of another form, with the faulty member. */
class RuleFault extends Error {
  readonly path: Path;

  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

/** The schema of a member that holds a rule, or a list of rules that all hold. */
export const ruleSchema: Schema = {
  default: [],
  hooks: { before: bounded, faultsOf: faultsInRule, after: readRule },
};

/** Refuses rules that are too deep or too large, cyclic ones included, before anything walks them by recursion. */
function bounded(raw: unknown): unknown {
  let level: readonly unknown[] = [raw];
  let parts = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    parts += level.length;
    if (depth > DEEPEST) return new Fault('rule_too_deep', `is nested deeper than ${DEEPEST} levels`);
    if (parts > MOST_PARTS) return new Fault('rule_too_large', `has more than ${MOST_PARTS} parts`);
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return raw;
}

function faultsInRule(raw: unknown): readonly FieldProblem[] {
  try {
    readRule(raw);
    return [];
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error;
    return [{ path: error.path, code: 'rule_invalid', message: error.message }];
  }
}

/** Reads a rule whose size is bounded. */
function readRule(raw: unknown): VisibilityRule {
  return ruleAt(raw, []);
}

function ruleAt(raw: unknown, path: Path): VisibilityRule {
  if (Array.isArray(raw)) return raw.length === 0 ? always : { type: 'and', operands: rulesAt(raw, path) };
  if (!isObject(raw)) throw new RuleFault(path, 'is neither a rule nor a list of rules');
  const { type } = raw;
  if (typeof type !== 'string') throw new RuleFault([...path, 'type'], 'is not of type string');
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return reader?.(raw, path) ?? { type: 'unknown', name: type.slice(0, LONGEST_NAME) };
}

const rulesAt = (raw: readonly unknown[], path: Path): readonly VisibilityRule[] =>
  raw.map((each, index) => ruleAt(each, [...path, index]));

const readers: Readonly<Record<string, (raw: RawMembers, path: Path) => VisibilityRule>> = {
  pass: () => ({ type: 'pass' }),
  fail: () => ({ type: 'fail' }),
  and: (raw, path) => ({ type: 'and', operands: operandsOf(raw, path) }),
  or: (raw, path) => ({ type: 'or', operands: operandsOf(raw, path) }),
  not: ({ operand }, path) => ({ type: 'not', operand: ruleAt(operand, [...path, 'operand']) }),
  base_location_country: (raw, path) => ({ type: 'base_location_country', ...comparisonOf(raw, path) }),
  plugins_activated: ({ plugins }, path) => ({ type: 'plugins_activated', plugins: pluginsOf(plugins, path) }),
  option: optionRule,
};

function operandsOf({ operands }: RawMembers, path: Path): readonly VisibilityRule[] {
  if (!Array.isArray(operands)) throw new RuleFault([...path, 'operands'], 'is not of type array');
  return rulesAt(operands, [...path, 'operands']);
}

function pluginsOf(plugins: unknown, path: Path): readonly string[] {
  const isList = Array.isArray(plugins) && plugins.every((each) => typeof each === 'string');
  if (!isList || plugins.length === 0 || plugins.length > MOST_PLUGINS)
    throw new RuleFault([...path, 'plugins'], `is not a list of 1 to ${MOST_PLUGINS} extensions`);
  return plugins as readonly string[];
}

function comparisonOf({ operation = '=', value }: RawMembers, path: Path): FactComparison {
  if (!operations.includes(operation as FactOperation))
    throw new RuleFault([...path, 'operation'], `is not one of ${operations.join(', ')}`);
  if (value === undefined) throw new RuleFault([...path, 'value'], 'is missing');
  if (operation === 'in' && !Array.isArray(value)) throw new RuleFault([...path, 'value'], 'is not of type array');
  return { operation: operation as FactOperation, value };
}

function optionRule(raw: RawMembers, path: Path): VisibilityRule {
  const { option_name: optionName, default: fallback = false } = raw;
  if (typeof optionName !== 'string' || optionName === '' || optionName.length > LONGEST_NAME)
    throw new RuleFault([...path, 'option_name'], `is not a text of 1 to ${LONGEST_NAME} characters`);
  const compared = comparisonOf(raw, path);
  const transformers = transformersOf(raw, path);
  if ('unknown' in transformers) return { type: 'unknown', name: transformers.unknown };
  return { type: 'option', optionName, fallback, transformers: transformers.known, ...compared };
}

type ReadTransformers = { readonly known: readonly Transformer[] } | { readonly unknown: string };

function transformersOf({ transformers = [] }: RawMembers, path: Path): ReadTransformers {
  const place = [...path, 'transformers'];
  if (!Array.isArray(transformers) || transformers.length > MOST_TRANSFORMERS)
    throw new RuleFault(place, `is not a list of at most ${MOST_TRANSFORMERS} transformers`);
  const read = transformers.map((each, index) => transformerAt(each, [...place, index]));
  const unknown = read.find((each) => typeof each === 'string');
  return unknown === undefined ? { known: read as readonly Transformer[] } : { unknown };
}

/** A text is the name of an unknown transformer. */
function transformerAt(raw: unknown, place: Path): Transformer | string {
  if (!isObject(raw) || typeof raw.use !== 'string') throw new RuleFault([...place, 'use'], 'is not of type string');
  if (raw.use === 'count') return { use: 'count' };
  if (raw.use !== 'dot_notation') return raw.use.slice(0, LONGEST_NAME);
  const { path } = isObject(raw.arguments) ? raw.arguments : {};
  if (typeof path !== 'string' || path === '' || path.length > LONGEST_NAME)
    throw new RuleFault([...place, 'arguments', 'path'], `is not a text of 1 to ${LONGEST_NAME} characters`);
  return { use: 'dot_notation', path: path.split(DOT) };
}
