import { messageRefusal, type OwnRefusal } from '../../interface/openapi/own-refusal.ts';
import { section } from '../../interface/route.ts';
import { flag, namedObject, objectOf, text } from '../../interface/schema.ts';
import { type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { BAD_GATEWAY, CREATED, OK } from '../../interface/status.ts';
import type { Schemas } from '../../kernel/schema.ts';
import {
  connectLicence,
  createOrder,
  disconnectLicence,
  KEY_LENGTH,
  listFeatured,
  listSubscriptions,
  type OrderOutcome,
  previewProduct,
  readMailLicence,
  refreshMarketplace,
  setAutoUpdate,
} from '../index.ts';
import { accountRoutes } from './account-routes.ts';
import { presentGroup, presentSubscription } from './presenters.ts';
import { featuredShape, messageShape, subscriptionShape, subscriptionsShape } from './shapes.ts';

const MOST_ID = 2_147_483_647;
const SECOND = 1_000;

/** Longer texts are no key, and are refused as unknown. */
const productKey = { product_key: { type: 'string', required: true } } as const satisfies Schemas;
const keyOf = (given: string): string => given.slice(0, KEY_LENGTH + 1);

const done = (message: string) => ({ success: true, data: { message } });

const featured = shopRoute({
  methods: ['GET'],
  path: '/shop/v3/marketplace/featured',
  summary: 'List the groups of the extension catalogue with their products.',
  params: {},
  useCase: listFeatured,
  present: (groups) => groups.map(presentGroup),
  returns: featuredShape,
});

const preview = shopRoute({
  methods: ['GET'],
  path: '/shop/v1/marketplace/product-preview',
  summary: 'Read the sanitised preview of a product.',
  params: {
    product_id: {
      type: 'integer',
      minimum: 1,
      maximum: MOST_ID,
      published: false,
      description: 'The id of a product.',
    },
  },
  useCase: previewProduct,
  input: ({ productId }) => (productId === undefined ? {} : { productId }),
  refused: messageRefusal,
  returns: { type: 'object', properties: { html: { type: 'string' }, css: { type: 'string' } } },
});

const refresh = shopRoute({
  methods: ['POST'],
  path: '/shop/v3/marketplace/refresh',
  summary: 'Read catalogue and licences from their sources again, and list the subscriptions.',
  params: {},
  useCase: refreshMarketplace,
  input: (_, { baseUrl }) => ({ site: baseUrl }),
  statusOf: ({ fault }) => (fault === null ? OK : BAD_GATEWAY),
  present: ({ fault, subscriptions }) =>
    fault === null
      ? subscriptions.map(presentSubscription)
      : { success: false, data: { message: fault.message, fault: fault.code } },
  returns: {
    ...subscriptionsShape,
    description: 'With 502 an object: `success` (false), and `data` with `message` and `fault`.',
  },
});

const subscriptions = shopRoute({
  methods: ['GET'],
  path: '/shop/v3/marketplace/subscriptions',
  summary: 'List the licences of this installation.',
  params: {},
  useCase: listSubscriptions,
  input: (_, { baseUrl }) => ({ site: baseUrl }),
  listOf: ({ length }) => ({ total: length, isWhole: true }),
  present: (list) => list.map(presentSubscription),
  hasSecrets: true,
  returns: subscriptionsShape,
});

const connect = shopRoute({
  methods: ['POST'],
  path: '/shop/v3/marketplace/subscriptions/connect',
  summary: 'Connect this site with a licence.',
  params: productKey,
  useCase: connectLicence,
  input: (given, { baseUrl }) => ({ productKey: keyOf(given.productKey), site: baseUrl }),
  present: () => done('Your subscription has been connected.'),
  refused: messageRefusal,
  returns: messageShape(),
});

const disconnect = shopRoute({
  methods: ['POST'],
  path: '/shop/v3/marketplace/subscriptions/disconnect',
  summary: 'Disconnect this site from a licence.',
  params: productKey,
  useCase: disconnectLicence,
  input: (given, { baseUrl }) => ({ productKey: keyOf(given.productKey), site: baseUrl }),
  present: () => done('Your subscription has been disconnected.'),
  refused: messageRefusal,
  returns: messageShape(),
});

const autoUpdate = shopRoute({
  methods: ['POST'],
  path: '/shop/v3/marketplace/subscriptions/auto-update',
  summary: 'Decide whether newer versions of a product are installed by themselves.',
  params: { ...productKey, enabled: { type: 'boolean', required: true } },
  useCase: setAutoUpdate,
  input: (given) => ({ productKey: keyOf(given.productKey), enabled: given.enabled }),
  present: ({ autoUpdates }) => done(`Automatic updates are ${autoUpdates ? 'on' : 'off'}.`),
  refused: messageRefusal,
  returns: messageShape(),
});

const presentOrder = (outcome: OrderOutcome) => {
  if (outcome.kind === 'redirected') return { redirect_location: outcome.url };
  const { licence } = outcome.subscription;
  return {
    order_id: licence.orderId,
    product_key: licence.productKey,
    subscription: presentSubscription(outcome.subscription),
  };
};

const order = shopRoute({
  methods: ['POST'],
  path: '/shop/v3/marketplace/create-order',
  summary: 'Order a product: a free one at once, others at the address of their check-out.',
  params: { product_id: { required: true, description: 'The id of a product, a number.' } },
  useCase: createOrder,
  input: ({ productId }, { baseUrl }) => ({ productId, site: baseUrl }),
  otherStatuses: [CREATED],
  statusOf: ({ kind }) => (kind === 'ordered' ? CREATED : OK),
  present: presentOrder,
  hasSecrets: true,
  returns: {
    type: 'object',
    properties: {
      order_id: { type: 'integer', required: false },
      product_key: { type: 'string', required: false },
      subscription: { ...subscriptionShape, required: false },
      redirect_location: { type: 'string', required: false, description: 'Where the product is bought.' },
    },
  },
});

/** Texts that phones know, by code. */
const phoneTexts: Readonly<Record<string, string>> = {
  device_token_missing: 'Auth token missing.',
  device_token_unknown: 'Invalid Auth Token.',
};

const licenceRefusal: OwnRefusal = {
  returns: namedObject('LicenceRefusal', {
    success: flag(),
    code: text(),
    data: objectOf({ message: text({ required: false }), error: text({ required: false }) }),
  }),
  body: ({ code, message }) => {
    if (code === 'mail_licence_missing') return { success: false, code, data: { message } };
    const error = phoneTexts[code];
    return error === undefined ? undefined : { success: false, code, data: { error } };
  },
};

const validate = shopRoute({
  methods: ['GET'],
  path: '/mailer/v2/validate-license',
  summary: 'Read the licence of the mail add-on, for the paired phone.',
  params: {
    device_token: { type: 'string', in: 'header', published: false, description: 'The token of the paired phone.' },
  },
  useCase: readMailLicence,
  present: ({ plan, expiresAt, isValid }) => ({
    success: true,
    data: { plan, expires_at: expiresAt === null ? null : Math.floor(expiresAt.getTime() / SECOND), valid: isValid },
  }),
  refused: licenceRefusal,
  hasSecrets: true,
  returns: {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data: {
        type: 'object',
        properties: {
          plan: { type: 'string' },
          expires_at: { type: ['integer', 'null'], description: 'Seconds since 1970; null without end.' },
          valid: { type: 'boolean' },
        },
      },
    },
  },
});

/** The catalogue of extensions and themes, licences, and the account at the licence server. */
export const marketplaceShopRoutes: readonly ShopRoute[] = section(
  'Marketplace',
  featured,
  preview,
  refresh,
  subscriptions,
  connect,
  disconnect,
  autoUpdate,
  order,
  validate,
  ...accountRoutes,
);
