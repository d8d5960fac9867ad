import type { VisibilityRule } from '../rules/rule.ts';
import { always } from '../rules/rule.ts';
import type { ExtensionBundle, PaymentSuggestion, ShippingSuggestion, Suggestions } from './suggestions.ts';

/** A plain picture: a rounded square with one letter. */
const picture = (letter: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72"><rect width="72" height="72" rx="12" fill="#e5e7eb"/><text x="36" y="48" font-size="36" text-anchor="middle" fill="#374151" font-family="sans-serif">${letter}</text></svg>`,
  )}`;

const payment = (
  id: string,
  texts: Pick<PaymentSuggestion, 'title' | 'content'>,
  recommendationPriority: number,
): PaymentSuggestion => ({
  id,
  ...texts,
  image: picture(texts.title.charAt(0)),
  image72x72: picture(texts.title.charAt(0)),
  plugins: [],
  isVisible: always,
  recommendationPriority,
  categoryOther: [],
  categoryAdditional: [],
});

/** Hidden once the administrator has put the shipping recommendations away. */
const unlessPutAway: VisibilityRule = {
  type: 'not',
  operand: {
    type: 'option',
    optionName: 'shop_settings_shipping_recommendations_hidden',
    operation: 'in',
    value: ['yes', true],
    fallback: false,
    transformers: [],
  },
};

const shipping = (
  slug: string,
  texts: Pick<ShippingSuggestion, 'name' | 'description'>,
  feature: { readonly title: string; readonly description: string },
): ShippingSuggestion => {
  const image = picture(texts.name.charAt(0));
  const layout = { image, features: [{ icon: image, ...feature }] };
  return {
    slug,
    ...texts,
    isVisible: unlessPutAway,
    availableLayouts: ['row', 'column'],
    layoutRow: layout,
    layoutColumn: layout,
    countriesWherePrimary: [],
  };
};

const bundle = (key: ExtensionBundle['key'], title: string): ExtensionBundle => ({ key, title, plugins: [] });

/** Suggestions of an installation without a document of its own; they name no provider. */
export const defaultSuggestions: Suggestions = {
  payments: [
    payment(
      'bank-transfer',
      {
        title: 'Bank transfer',
        content: 'Customers pay the invoice from their account; the order is shipped once the money has arrived.',
      },
      10,
    ),
    payment(
      'cash-on-delivery',
      { title: 'Cash on delivery', content: 'Customers pay when the parcel is handed over, or at the counter.' },
      20,
    ),
    payment(
      'card-terminal',
      { title: 'Card terminal', content: 'Cards are charged at the till, and the order is marked as paid by hand.' },
      30,
    ),
    payment(
      'invoice',
      { title: 'Purchase on account', content: 'Known business customers pay within the days of your terms.' },
      40,
    ),
  ],
  shipping: [
    shipping(
      'parcel-carrier',
      { name: 'Parcel carrier', description: 'Labels and tracking numbers by a carrier of your country.' },
      { title: 'Tracking', description: 'Customers follow the parcel until it is delivered.' },
    ),
    shipping(
      'local-delivery',
      { name: 'Local delivery', description: 'Your own round, within the area that you set.' },
      { title: 'Same day', description: 'Orders of the morning arrive in the afternoon.' },
    ),
    shipping(
      'pick-up',
      { name: 'Pick-up', description: 'Customers fetch their orders at a location of the shop.' },
      { title: 'No postage', description: 'Nothing is packed for transport.' },
    ),
  ],
  bundles: [
    bundle('obw/basics', 'Get the basics'),
    bundle('obw/grow', 'Grow your shop'),
    bundle('obw/core-profiler', 'Recommended for a new shop'),
    bundle('task-list/reach', 'Reach customers'),
    bundle('task-list/grow', 'Grow your sales'),
  ],
};
