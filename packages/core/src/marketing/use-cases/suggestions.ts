import { changeOptions, optionNames } from '../../back-office/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { loadDocument } from '../../outbound/index.ts';
import { defaultSuggestions } from '../documents/default-suggestions.ts';
import { suggestionCatalogue } from '../documents/kinds.ts';
import type { PaymentSuggestion, ShippingSuggestion, Suggestions } from '../documents/suggestions.ts';
import type { MarketingPorts } from '../ports.ts';
import { isVisible, type RuleFacts } from '../rules/evaluate.ts';
import type { VisibilityRule } from '../rules/rule.ts';
import { loadRuleFacts } from '../rules/rule-facts.ts';

/** Whether the built-in suggestions are wanted where suggestions are switched off. */
export interface SuggestionInput {
  readonly forceDefaultSuggestions?: boolean;
}

const switches = [optionNames.marketplaceSuggestions, optionNames.paymentRecommendationsHidden] as const;
const areShown = ({ options }: RuleFacts): boolean => options.get(optionNames.marketplaceSuggestions) !== 'no';
const arePaymentsHidden = ({ options }: RuleFacts): boolean =>
  ['yes', true].includes(options.get(optionNames.paymentRecommendationsHidden) as string);

interface SuggestionChoice<T> {
  readonly isOn: (facts: RuleFacts) => boolean;
  readonly of: (suggestions: Pick<Suggestions, 'payments' | 'shipping'>) => readonly T[];
}

/** The visible suggestions of operator and extensions, the built-in ones without a document of the operator. */
async function visibleIn<T extends { readonly isVisible: VisibilityRule }>(
  ports: MarketingPorts,
  { forceDefaultSuggestions = false }: SuggestionInput,
  { isOn, of }: SuggestionChoice<T>,
): Promise<readonly T[]> {
  const document = (await loadDocument(suggestionCatalogue, ports)) ?? defaultSuggestions;
  const contributed = await ports.contributedSuggestions.list();
  const entries = [document, ...contributed].flatMap(of);
  const builtIn = of(defaultSuggestions);
  const rules = [...entries, ...builtIn].map((each) => each.isVisible);
  const facts = await loadRuleFacts(ports, rules, switches);
  const chosen = isOn(facts) ? entries : forceDefaultSuggestions ? builtIn : [];
  return chosen.filter((each) => isVisible(each.isVisible, facts));
}

const LAST = Number.MAX_SAFE_INTEGER;

/** Lists the visible payment suggestions, the smallest priority first. */
export const listPaymentSuggestions = useCase(
  { access: 'manage_extensions', effect: 'read' },
  (ports: MarketingPorts) =>
    async (_, input: SuggestionInput): Promise<readonly PaymentSuggestion[]> => {
      const visible = await visibleIn(ports, input, {
        isOn: (facts) => areShown(facts) && !arePaymentsHidden(facts),
        of: ({ payments }) => payments,
      });
      const priorityOf = ({ recommendationPriority }: PaymentSuggestion) => recommendationPriority ?? LAST;
      return visible.toSorted((a, b) => priorityOf(a) - priorityOf(b));
    },
);

/** Lists the visible shipping suggestions. */
export const listShippingSuggestions = useCase(
  { access: 'manage_extensions', effect: 'read' },
  (ports: MarketingPorts) =>
    (_, input: SuggestionInput): Promise<readonly ShippingSuggestion[]> =>
      visibleIn(ports, input, { isOn: areShown, of: ({ shipping }) => shipping }),
);

/** Hides the payment suggestions for all users. Returns whether they were shown before. */
export const dismissPaymentSuggestions = useCase(
  { access: 'manage_extensions', effect: 'write', audit: 'option.update' },
  (ports: MarketingPorts) =>
    async (actor, _: object, { note }): Promise<boolean> => {
      const name = optionNames.paymentRecommendationsHidden;
      const { names } = await changeOptions(ports, { actor, note }, new Map([[name, 'yes']]));
      return names.has(name);
    },
);
