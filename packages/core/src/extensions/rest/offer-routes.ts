import { messageRefusal } from '../../interface/openapi/own-refusal.ts';
import { cannotUpdate, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import { activatePlugin, activateSubscription, offerPackage, PACKAGE_ACTION, type PackageOffer } from '../index.ts';

const productKey = { product_key: { type: 'string', required: true } } as const satisfies Schemas;

const text: Schema = { type: 'string' };
const messageShape = (more: Schemas = {}): Schema => ({
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    data: { type: 'object', properties: { message: { ...text, required: false }, ...more } },
  },
});

const activation = (name: string, summary: string): ShopRoute =>
  shopRoute({
    methods: ['POST'],
    path: `/shop/v3/marketplace/subscriptions/${name}`,
    summary,
    params: productKey,
    useCase: activateSubscription,
    present: (isNew: boolean) => ({
      success: true,
      data: { message: isNew ? 'The extension has been activated.' : 'The extension is active already.' },
    }),
    refused: messageRefusal,
    returns: messageShape(),
  });

const installUrl = shopRoute({
  methods: ['GET'],
  path: '/shop/v3/marketplace/subscriptions/install-url',
  summary: 'Get the address where the package of a licence is downloaded, for an hour.',
  params: productKey,
  useCase: offerPackage,
  present: (offer, { around: { baseUrl, names } }) =>
    offer.kind === 'installed'
      ? { success: true, data: { message: 'The product is installed already.' } }
      : { success: true, data: { url: addressOf(`${baseUrl}/${names.adminPath}`, offer) } },
  refused: messageRefusal,
  hasSecrets: true,
  returns: messageShape({
    url: { ...text, required: false, description: 'Absent for an installed product.' },
  }),
});

function addressOf(pages: string, { filename, signed }: Extract<PackageOffer, { readonly kind: 'offered' }>): string {
  const query = { action: PACKAGE_ACTION, filename, ...signed };
  const parameters = Object.entries(query).map(([member, value]) => `${member}=${encodeURIComponent(value)}`);
  return `${pages}/?${parameters.join('&')}`;
}

const marketing = shopRoute({
  methods: ['POST', 'PUT', 'PATCH'],
  path: '/shop-admin/marketing/overview/activate-plugin',
  summary: 'Activate an installed marketing extension.',
  params: { plugin: { type: 'string', required: true } },
  refusal: cannotUpdate,
  useCase: activatePlugin,
  present: () => ({ status: 'success' }),
  returns: { type: 'object', properties: { status: { type: 'string', enum: ['success'] } } },
});

/** Activation and download of what the marketplace and the marketing page offer. */
export const offerRoutes: readonly ShopRoute[] = [
  activation('activate', 'Activate the installed extension of a licence.'),
  activation('activate-plugin', 'Activate the installed extension of a licence; the same as activate.'),
  installUrl,
  marketing,
];
