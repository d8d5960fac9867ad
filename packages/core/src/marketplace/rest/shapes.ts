import type { Schema, Schemas } from '../../kernel/schema.ts';

const text: Schema = { type: 'string' };
const textOrNull: Schema = { type: ['string', 'null'] };
const number: Schema = { type: 'integer' };
const flag: Schema = { type: 'boolean' };
const texts: Schema = { type: 'array', items: text };

/** Body of the changing routes. */
export const messageShape = (data: Schemas = {}): Schema => ({
  type: 'object',
  properties: {
    success: flag,
    data: { type: 'object', properties: { message: text, ...data } },
  },
});

const itemShape: Schema = {
  type: 'object',
  properties: {
    id: number,
    title: text,
    image: textOrNull,
    excerpt: text,
    link: textOrNull,
    price: text,
    currency: text,
    billing: { type: 'string', enum: ['free', 'once', 'yearly'] },
    rating: { type: ['number', 'null'] },
    reviewsCount: number,
    vendorName: text,
    vendorUrl: textOrNull,
    icon: textOrNull,
    slug: text,
    type: { type: 'string', enum: ['plugin', 'theme'] },
    version: text,
    categories: texts,
    isInstallable: flag,
  },
};

export const featuredShape: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: text,
      title: text,
      description: text,
      url: textOrNull,
      itemType: { type: 'string', enum: ['product', 'category'] },
      items: { type: 'array', items: itemShape },
    },
  },
};

/** A licence with its product. */
export const subscriptionShape: Schema = {
  name: 'Subscription',
  type: 'object',
  properties: {
    product_key: text,
    product_id: number,
    product_name: text,
    product_url: textOrNull,
    product_icon: textOrNull,
    product_slug: text,
    product_type: { type: ['string', 'null'], enum: ['plugin', 'theme', null] },
    documentation_url: textOrNull,
    zip_slug: text,
    key_type: { type: 'string', enum: ['single', 'multi', 'unlimited'] },
    key_type_label: text,
    autorenew: flag,
    auto_update: { ...flag, description: 'Whether newer versions are installed by themselves.' },
    connections: texts,
    legacy_connections: texts,
    shares: texts,
    lifetime: flag,
    expires: { ...number, description: 'Seconds since 1970; 0 for a licence without end.' },
    expired: flag,
    expiring: { ...flag, description: 'Whether it expires within 60 days.' },
    sites_max: { ...number, description: '0 for any number.' },
    sites_active: number,
    maxed: flag,
    order_id: number,
    product_keys_all: texts,
    product_status: { type: 'string', enum: ['listed', 'unlisted'] },
    active: { ...flag, description: 'Whether this site is connected.' },
    version: textOrNull,
    local: {
      type: 'object',
      description: 'The installed package of the product.',
      properties: {
        installed: flag,
        active: { ...flag, description: 'Whether it is activated and has not failed.' },
        version: textOrNull,
        type: { type: ['string', 'null'], enum: ['plugin', 'theme', null] },
        slug: textOrNull,
        path: { ...textOrNull, description: 'Its folder, relative to the folder of extensions.' },
      },
    },
    has_updates: { ...flag, description: 'Whether the catalogue has a newer version than the installed one.' },
    subscription_installed: flag,
  },
};

export const subscriptionsShape: Schema = { type: 'array', items: subscriptionShape };
