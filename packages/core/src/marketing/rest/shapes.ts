import type { Schema } from '../../kernel/schema.ts';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const texts: Schema = { type: 'array', items: text };
const optional = (schema: Schema): Schema => ({ ...schema, required: false });
const listOf = (items: Schema): Schema => ({ type: 'array', items });

const labels = listOf({ type: 'object', properties: { slug: text, name: text } });

/** Entries of the catalogue. */
export const entriesShape: Schema = listOf({
  name: 'RecommendedExtension',
  type: 'object',
  properties: {
    title: text,
    description: text,
    url: text,
    direct_install: { type: 'boolean', description: 'Whether it can be installed from the catalogue.' },
    icon: text,
    product: { type: 'string', description: 'The slug of the extension.' },
    plugin: { type: 'string', description: 'The slug twice, divided by a slash.' },
    categories: texts,
    subcategories: labels,
    tags: labels,
  },
});

export const paymentsShape: Schema = listOf({
  name: 'PaymentSuggestion',
  type: 'object',
  properties: {
    id: text,
    title: text,
    content: text,
    image: text,
    image_72x72: optional(text),
    plugins: texts,
    is_visible: flag,
    recommendation_priority: { type: ['integer', 'null'] },
    category_other: texts,
    category_additional: texts,
  },
});

const layout: Schema = {
  name: 'ShippingLayout',
  type: 'object',
  properties: {
    image: text,
    features: listOf({ type: 'object', properties: { icon: text, title: text, description: text } }),
  },
};

export const shippingShape: Schema = listOf({
  name: 'ShippingSuggestion',
  type: 'object',
  properties: {
    slug: text,
    name: text,
    description: text,
    learn_more_link: optional(text),
    is_visible: flag,
    available_layouts: listOf({ type: 'string', enum: ['row', 'column'] }),
    layout_row: optional(layout),
    layout_column: optional(layout),
    countries_where_primary: texts,
  },
});

export const bundlesShape: Schema = listOf({
  name: 'ExtensionBundle',
  type: 'object',
  properties: {
    key: text,
    title: text,
    plugins: listOf({
      type: 'object',
      properties: {
        key: { type: 'string', description: 'The slug of the extension, with a variant after a colon.' },
        name: text,
        description: text,
        image_url: text,
        manage_url: text,
        is_built_by_shop: flag,
        is_visible: flag,
        is_installed: flag,
        is_activated: flag,
        label: optional(text),
        learn_more_link: optional(text),
        install_priority: optional({ type: 'integer' }),
      },
    }),
  },
});

export const kindsShape: Schema = {
  name: 'ProductTypes',
  type: 'object',
  description: 'Kinds of products by key.',
  additionalProperties: {
    type: 'object',
    properties: {
      label: text,
      default: optional(flag),
      product: optional({ type: 'integer', description: 'The id of the extension in the catalogue.' }),
      yearly_price: optional({ type: 'number' }),
      description: optional(text),
      more_url: optional(text),
      slug: optional(text),
    },
  },
};

export const postsShape: Schema = listOf({
  name: 'KnowledgePost',
  type: 'object',
  properties: { title: text, date: text, link: text, author_name: text, author_avatar: text, image: text },
});

export const installedShape: Schema = listOf({
  name: 'MarketingExtension',
  type: 'object',
  properties: {
    slug: text,
    status: { type: 'string', enum: ['installed', 'activated', 'configured'] },
    name: text,
    description: text,
    icon: text,
    supportUrl: text,
    settingsUrl: optional(text),
    docsUrl: optional(text),
  },
});

export const channelsShape: Schema = listOf({
  name: 'MarketingChannel',
  type: 'object',
  properties: {
    slug: text,
    name: text,
    description: text,
    icon: text,
    is_setup_completed: flag,
    settings_url: text,
    product_listings_status: {
      type: 'string',
      enum: ['not-applicable', 'sync-in-progress', 'sync-failed', 'synced'],
    },
    errors_count: { type: 'integer' },
  },
});

const amount: Schema = {
  name: 'CampaignAmount',
  type: 'object',
  properties: { value: text, currency: text, formatted: text },
};

export const campaignShape: Schema = listOf({
  name: 'Campaign',
  type: 'object',
  properties: {
    id: text,
    channel: { type: 'string', description: 'The slug of the channel.' },
    title: text,
    manage_url: text,
    cost: optional(amount),
    sales: optional(amount),
  },
});

export const campaignTypeShape: Schema = listOf({
  name: 'CampaignType',
  type: 'object',
  properties: {
    id: text,
    name: text,
    description: text,
    channel: { type: 'object', properties: { slug: text, name: text } },
    create_url: text,
    icon_url: text,
  },
});
