import { canonical } from '../../kernel/change.ts';
import { isObject, memberOf } from '../../kernel/reading/storable.ts';
import type { FactComparison, OptionRule, Transformer, VisibilityRule } from './rule.ts';

/** What rules decide on. */
export interface RuleFacts {
  /** ISO 3166-1 alpha-2; null if the shop has no location. */
  readonly country: string | null;
  /** Stored options among the readable ones. */
  readonly options: ReadonlyMap<string, unknown>;
  /** Names of options that rules may read. */
  readonly readable: { has(name: string): boolean };
  readonly activeExtensions: ReadonlySet<string>;
}

/** Whether an entry with this rule is visible. A rule that cannot be decided hides the entry, also inside of `not`. */
export const isVisible = (rule: VisibilityRule, facts: RuleFacts): boolean => outcome(rule, facts) === true;

/** Undefined if unknown rules leave it open (three-valued logic). */
function outcome(rule: VisibilityRule, facts: RuleFacts): boolean | undefined {
  switch (rule.type) {
    case 'pass':
    case 'fail':
      return rule.type === 'pass';
    case 'unknown':
      return undefined;
    case 'and':
      return decided(rule.operands, false, facts);
    case 'or':
      return decided(rule.operands, true, facts);
    case 'not':
      return negated(outcome(rule.operand, facts));
    case 'base_location_country':
      return compare(facts.country, rule);
    case 'plugins_activated':
      return rule.plugins.every((slug) => facts.activeExtensions.has(slug));
    case 'option':
      return facts.readable.has(rule.optionName) ? compare(optionValue(rule, facts), rule) : undefined;
  }
}

const negated = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

/** One operand with the decisive value decides; unknown ones leave the others open. */
function decided(operands: readonly VisibilityRule[], decisive: boolean, facts: RuleFacts): boolean | undefined {
  const outcomes = operands.map((each) => outcome(each, facts));
  if (outcomes.includes(decisive)) return decisive;
  return outcomes.includes(undefined) ? undefined : !decisive;
}

function optionValue({ optionName, fallback, transformers }: OptionRule, { options }: RuleFacts): unknown {
  const stored = options.get(optionName) ?? fallback;
  return transformers.reduce(transformed, stored) ?? fallback;
}

function transformed(value: unknown, transformer: Transformer): unknown {
  if (transformer.use === 'count') return sizeOf(value);
  return transformer.path.reduce(memberOf, value);
}

function sizeOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

/** Compares a fact with the value of a rule; types are never converted, except decimal texts by `<` and `>`. */
export function compare(actual: unknown, { operation, value }: FactComparison): boolean {
  switch (operation) {
    case '=':
      return isSame(actual, value);
    case '!=':
      return !isSame(actual, value);
    case '<':
      return numberIn(actual) < numberIn(value);
    case '>':
      return numberIn(actual) > numberIn(value);
    case 'contains':
      if (typeof actual === 'string') return typeof value === 'string' && actual.includes(value);
      return Array.isArray(actual) && actual.some((each) => isSame(each, value));
    case 'in':
      return Array.isArray(value) && value.some((each) => isSame(actual, each));
  }
}

const isSame = (a: unknown, b: unknown): boolean => canonical(a ?? null) === canonical(b ?? null);

/** NaN for anything but a number or its text: every comparison with it is false. */
const numberIn = (value: unknown): number =>
  typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)
    ? Number(value)
    : typeof value === 'number'
      ? value
      : Number.NaN;
