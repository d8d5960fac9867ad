import type { Schema } from '../../kernel/schema.ts';
import {
  addressSchema as address,
  faultOf,
  lineSchema as line,
  needed,
  proseSchema as prose,
  slugSchema as slug,
} from '../../outbound/index.ts';

/** Maximum bytes of a catalogue. */
export const CATALOGUE_BYTES = 4 * 1_048_576;
/** Maximum bytes of a package. */
const PACKAGE_BYTES = 50 * 1_048_576;
const MOST_PRODUCTS = 2_000;
const MOST_GROUPS = 100;
const MOST_ITEMS = 200;
const MOST_LABELS = 50;
const MOST_REVOKED_KEYS = 100;
const MOST_ID = 2_147_483_647;

const tlsAddress = /^https:\/\/[A-Za-z0-9._:-]+\/[^\s"'<>\\`#]*$/;

/** `https:` address, or a relative path that stays below the folder of the catalogue. */
function isPackageAddress(value: string): boolean {
  const parts = value.split('/');
  return (
    tlsAddress.test(value) || (/^[A-Za-z0-9._@/-]+$/.test(value) && parts.every((part) => !/^\.{0,2}$/.test(part)))
  );
}

const id: Schema = { type: 'integer', minimum: 1, maximum: MOST_ID };
const label: Schema = { type: 'object', properties: { slug: needed(slug), name: needed(line(100)) } };
const version: Schema = { type: 'string', maxLength: 100, pattern: '^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$' };
const keyId: Schema = { type: 'string', pattern: '^[0-9a-f]{32}$' };

const packageFile: Schema = {
  type: 'object',
  properties: {
    url: {
      type: 'string',
      required: true,
      maxLength: 2_000,
      hooks: {
        faultsOf: (value: string) =>
          isPackageAddress(value)
            ? []
            : faultOf('rest_invalid_uri', 'is neither an https address nor a path below the catalogue'),
      },
    },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', required: true },
    size: { type: 'integer', minimum: 1, maximum: PACKAGE_BYTES, required: true },
  },
};

const product: Schema = {
  type: 'object',
  properties: {
    product_id: needed(id),
    slug: needed(slug),
    type: { type: 'string', enum: ['plugin', 'theme'], required: true },
    name: needed({ ...line(200), minLength: 1 }),
    description: { ...prose(4_000), default: '' },
    icon: address,
    url: address,
    documentation_url: address,
    checkout_url: address,
    price: { type: 'string', pattern: '^\\d{1,9}(\\.\\d{1,4})?$', default: '0' },
    currency: { type: 'string', pattern: '^[A-Z]{3}$', default: 'USD' },
    billing: { type: 'string', enum: ['free', 'once', 'yearly'], required: true },
    version: needed(version),
    package: packageFile,
    rating: { type: 'number', minimum: 0, maximum: 5 },
    reviews_count: { type: 'integer', minimum: 0, maximum: MOST_ID, default: 0 },
    vendor_name: { ...line(200), default: '' },
    vendor_url: address,
    preview: {
      type: 'object',
      properties: { html: { ...prose(65_536), default: '' }, css: { ...prose(32_768), default: '' } },
    },
    categories: { type: 'array', items: slug, maxItems: MOST_LABELS, uniqueItems: true, default: [] },
    subcategories: { type: 'array', items: label, maxItems: MOST_LABELS, default: [] },
    tags: { type: 'array', items: label, maxItems: MOST_LABELS, default: [] },
    is_installable: { type: 'boolean', default: false },
    min_shop_version: version,
    install_priority: { type: 'integer', minimum: 0, maximum: 1_000, default: 100 },
  },
};

const group: Schema = {
  type: 'object',
  properties: {
    id: needed(slug),
    title: needed(line(200)),
    description: { ...prose(2_000), default: '' },
    url: address,
    item_type: { type: 'string', enum: ['product', 'category'], default: 'product' },
    items: { type: 'array', items: id, maxItems: MOST_ITEMS, uniqueItems: true, required: true },
  },
};

/** The file of an extension catalogue; objects are closed. */
export const catalogueFormat: Schema = {
  type: 'object',
  properties: {
    version: needed(id),
    groups: { type: 'array', items: group, maxItems: MOST_GROUPS, default: [] },
    products: { type: 'array', items: product, maxItems: MOST_PRODUCTS, required: true },
    revoked_keys: { type: 'array', items: keyId, maxItems: MOST_REVOKED_KEYS, default: [] },
    signature: {
      type: 'object',
      properties: {
        key: needed(keyId),
        value: { type: 'string', pattern: '^[A-Za-z0-9+/]{86}==$', required: true },
      },
    },
  },
};
