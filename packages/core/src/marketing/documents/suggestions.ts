import type { Schema } from '../../kernel/schema.ts';
import {
  addressSchema as address,
  faultOf,
  lineSchema as line,
  needed,
  proseSchema as prose,
  slugSchema as slug,
} from '../../outbound/index.ts';
import { ruleSchema } from '../rules/read-rule.ts';
import type { VisibilityRule } from '../rules/rule.ts';

/** A suggested way of payment. */
export interface PaymentSuggestion {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly image: string;
  /** An image of 72 × 72 pixels. */
  readonly image72x72?: string;
  /** Slugs of extensions. */
  readonly plugins: readonly string[];
  readonly isVisible: VisibilityRule;
  /** The smallest is shown first; null at the end. */
  readonly recommendationPriority: number | null;
  /** Countries (ISO 3166-1 alpha-2) in which it is listed with others. */
  readonly categoryOther: readonly string[];
  /** Countries in which it is listed as an addition. */
  readonly categoryAdditional: readonly string[];
}

/** An advantage of a shipping partner. */
export interface SuggestionFeature {
  readonly icon: string;
  readonly title: string;
  readonly description: string;
}

/** How a shipping partner is shown. */
export interface SuggestionLayout {
  readonly image: string;
  readonly features: readonly SuggestionFeature[];
}

/** Layouts of shipping partners. */
export type LayoutName = 'row' | 'column';

/** A suggested shipping partner. */
export interface ShippingSuggestion {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly learnMoreLink?: string;
  readonly isVisible: VisibilityRule;
  readonly availableLayouts: readonly LayoutName[];
  readonly layoutRow?: SuggestionLayout;
  readonly layoutColumn?: SuggestionLayout;
  /** Countries (ISO 3166-1 alpha-2) in which it is shown first. */
  readonly countriesWherePrimary: readonly string[];
}

/** An extension of a bundle. */
export interface BundledExtension {
  /** The slug of the extension; `slug:variant` for a variant of the entry. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly manageUrl: string;
  readonly isBuiltByShop: boolean;
  readonly isVisible: VisibilityRule;
  readonly label?: string;
  readonly learnMoreLink?: string;
  readonly installPriority?: number;
}

/** Bundles of free extensions, by the place that shows them. */
export const bundleKeys = ['obw/basics', 'obw/grow', 'obw/core-profiler', 'task-list/reach', 'task-list/grow'] as const;
/** One of `bundleKeys`. */
export type BundleKey = (typeof bundleKeys)[number];

/** A bundle of free extensions. */
export interface ExtensionBundle {
  readonly key: BundleKey;
  readonly title: string;
  readonly plugins: readonly BundledExtension[];
}

/** Suggestions of the operator, or of an extension. */
export interface Suggestions {
  readonly payments: readonly PaymentSuggestion[];
  readonly shipping: readonly ShippingSuggestion[];
  readonly bundles: readonly ExtensionBundle[];
}

const MOST_SUGGESTIONS = 200;
const country: Schema = { type: 'string', pattern: '^[A-Z]{2}$' };
const countries: Schema = { type: 'array', items: country, maxItems: 300, uniqueItems: true, default: [] };
const image: Schema = { ...address, default: '' };

const payment: Schema = {
  type: 'object',
  properties: {
    id: needed(slug),
    title: needed({ ...line(200), minLength: 1 }),
    content: { ...prose(2_000), default: '' },
    image,
    image_72x72: address,
    plugins: { type: 'array', items: slug, maxItems: 20, uniqueItems: true, default: [] },
    is_visible: ruleSchema,
    recommendation_priority: { type: ['integer', 'null'], minimum: 0, maximum: 10_000, default: null },
    category_other: countries,
    category_additional: countries,
  },
};

const layout: Schema = {
  type: 'object',
  properties: {
    image,
    features: {
      type: 'array',
      maxItems: 20,
      default: [],
      items: {
        type: 'object',
        properties: {
          icon: image,
          title: needed(line(200)),
          description: { ...prose(1_000), default: '' },
        },
      },
    },
  },
};

const shipping: Schema = {
  type: 'object',
  properties: {
    slug: needed(slug),
    name: needed({ ...line(200), minLength: 1 }),
    description: { ...prose(2_000), default: '' },
    learn_more_link: address,
    is_visible: ruleSchema,
    available_layouts: {
      type: 'array',
      items: { type: 'string', enum: ['row', 'column'] },
      minItems: 1,
      uniqueItems: true,
      required: true,
    },
    layout_row: layout,
    layout_column: layout,
    countries_where_primary: countries,
  },
  hooks: {
    faultsOf: ({ availableLayouts, layoutRow, layoutColumn }: ShippingSuggestion) => {
      const missing = availableLayouts.find((name) => (name === 'row' ? layoutRow : layoutColumn) === undefined);
      return missing === undefined
        ? []
        : faultOf('layout_missing', `offers the layout ${missing} without layout_${missing}`);
    },
  },
};

const bundle: Schema = {
  type: 'object',
  properties: {
    key: { type: 'string', enum: bundleKeys, required: true },
    title: needed({ ...line(200), minLength: 1 }),
    plugins: {
      type: 'array',
      maxItems: 50,
      required: true,
      items: {
        type: 'object',
        properties: {
          key: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]{0,63}(:[a-z0-9_-]{1,63})?$', required: true },
          name: needed({ ...line(200), minLength: 1 }),
          description: { ...prose(2_000), default: '' },
          image_url: image,
          manage_url: { ...line(2_000), default: '' },
          is_built_by_shop: { type: 'boolean', default: false },
          is_visible: ruleSchema,
          label: line(100),
          learn_more_link: address,
          install_priority: { type: 'integer', minimum: 0, maximum: 1_000 },
        },
      },
    },
  },
};

/** The document of suggestions; objects are closed. */
export const suggestionsFormat: Schema = {
  type: 'object',
  properties: {
    version: { type: 'integer', minimum: 1, maximum: 2_147_483_647, default: 1 },
    payments: { type: 'array', items: payment, maxItems: MOST_SUGGESTIONS, default: [] },
    shipping: { type: 'array', items: shipping, maxItems: MOST_SUGGESTIONS, default: [] },
    bundles: { type: 'array', items: bundle, maxItems: bundleKeys.length, default: [] },
  },
};
