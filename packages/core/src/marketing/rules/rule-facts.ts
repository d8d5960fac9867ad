import { allowedOptions, readStoredOptions } from '../../back-office/index.ts';
import type { MarketingPorts } from '../ports.ts';
import type { RuleFacts } from './evaluate.ts';
import { partsOf, type VisibilityRule } from './rule.ts';

/** Separates country and state in the location of the shop. */
const STATE = ':';

/** Options that all rules read, without those that no rule may read. */
const optionsOf = (rules: readonly VisibilityRule[]): readonly string[] =>
  rules.flatMap(partsOf).flatMap((rule) => (rule.type === 'option' ? [rule.optionName] : []));

/** Loads what the rules and the caller ask for: at most three statements, whatever the number of rules. */
export async function loadRuleFacts(
  ports: MarketingPorts,
  rules: readonly VisibilityRule[],
  otherOptions: readonly string[] = [],
): Promise<RuleFacts> {
  const names = new Set([...optionsOf(rules), ...otherOptions].filter((name) => allowedOptions.has(name)));
  const { defaultCountry } = await ports.shopSettings.read();
  const extensions = await ports.extensions.list();
  return {
    country: defaultCountry?.split(STATE)[0] ?? null,
    options: await readStoredOptions(ports, [...names]),
    readable: allowedOptions,
    activeExtensions: new Set(extensions.flatMap(({ slug, isActive }) => (isActive ? [slug] : []))),
  };
}

/** What hides entries although their form is good: rules of unknown types, and options that rules may not read. */
export const warningsIn = (rules: readonly VisibilityRule[]): readonly string[] => {
  const parts = rules.flatMap(partsOf);
  const unknown = parts.flatMap((rule) => (rule.type === 'unknown' ? [`unknown rule ${rule.name}`] : []));
  const options = optionsOf(rules).filter((name) => !allowedOptions.has(name));
  return [...new Set([...unknown, ...options.map((name) => `option ${name} cannot be read by rules`)])];
};
