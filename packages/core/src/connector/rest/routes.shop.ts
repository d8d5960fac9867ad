import { section } from '../../interface/route.ts';
import type { LinkContext } from '../../interface/shop/link-context.ts';
import { cannotUpdate, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import {
  authorizeConnector,
  confirmConnectorError,
  confirmPairing,
  endPairing,
  readConnectAddress,
  readOffer,
  readSiteStatistics,
  receiveHeartbeat,
  registerSite,
  type SiteRequest,
  verifyConnectorError,
} from '../index.ts';

const base = '/cms/v2/connector';
const text: Schema = { type: 'string' };
const header = (description: string) =>
  ({ type: 'string', in: 'header', maxLength: 200, published: false, description }) as const;

/** The headers of a signed request. */
const signature = {
  x_site_id: header('Id of the site token.'),
  x_site_timestamp: header('The time of the request in seconds since 1970.'),
  x_site_nonce: header('22 to 64 letters, digits, hyphens and underscores; accepted once.'),
  x_site_digest: header('SHA-256 of the body in hexadecimal digits.'),
  x_site_signature: header('Ed25519 signature in base64.'),
} as const satisfies Schemas;

interface SignatureHeaders {
  readonly xSiteId?: string;
  readonly xSiteTimestamp?: string;
  readonly xSiteNonce?: string;
  readonly xSiteDigest?: string;
  readonly xSiteSignature?: string;
}

const requestOf = (given: SignatureHeaders, { sent }: LinkContext): SiteRequest => ({
  siteId: given.xSiteId ?? '',
  timestamp: given.xSiteTimestamp ?? '',
  nonce: given.xSiteNonce ?? '',
  digest: given.xSiteDigest ?? '',
  signature: given.xSiteSignature ?? '',
  sent,
});

const done: Schema = { type: 'object', properties: { success: { type: 'boolean' } } };
const success = () => ({ success: true });
const token = {
  site_id: { ...text, description: 'Id of the site token.' },
  public_key: { ...text, description: 'Ed25519, 32 bytes in base64.' },
  site_name: text,
} as const satisfies Schemas;

const register = shopRoute({
  methods: ['POST'],
  path: `${base}/register`,
  summary: 'Ask this site to be paired; its token is exchanged for that of the sender.',
  params: {
    site_url: {
      type: 'string',
      required: true,
      minLength: 1,
      maxLength: 2_000,
      description: 'Base address of the sender.',
    },
  },
  useCase: registerSite,
  input: ({ siteUrl }, { baseUrl, names: { adminPath } }) => ({
    siteUrl,
    ownUrl: baseUrl,
    page: `${baseUrl}/${adminPath}/connector`,
  }),
  present: ({ own, siteName, page, expiresAt }) => ({
    site_id: own.siteId,
    public_key: own.publicKey,
    site_name: siteName,
    authorize_url: page,
    expires_at: expiresAt.toISOString(),
  }),
  hasSecrets: true,
  returns: {
    type: 'object',
    properties: { ...token, authorize_url: text, expires_at: { type: 'string', format: 'date-time' } },
  },
});

const offer = shopRoute({
  methods: ['GET'],
  path: `${base}/offer`,
  summary: 'Read the site token of this site while it asks to be paired.',
  params: {},
  useCase: readOffer,
  present: ({ own, siteName }) => ({ site_id: own.siteId, public_key: own.publicKey, site_name: siteName }),
  hasSecrets: true,
  returns: { type: 'object', properties: token },
});

const confirm = shopRoute({
  methods: ['POST'],
  path: `${base}/confirm`,
  summary: 'Confirm that an administrator approved the pairing; signed.',
  params: signature,
  useCase: confirmPairing,
  input: (given, around) => ({ request: requestOf(given, around) }),
  present: success,
  hasSecrets: true,
  returns: done,
});

const end = shopRoute({
  methods: ['POST'],
  path: `${base}/end`,
  summary: 'End the pairing; signed.',
  params: signature,
  useCase: endPairing,
  input: (given, around) => ({ request: requestOf(given, around) }),
  present: success,
  hasSecrets: true,
  returns: done,
});

const heartbeat = shopRoute({
  methods: ['POST'],
  path: `${base}/heartbeat`,
  summary: 'Send the statistics of the other site; signed.',
  params: {
    ...signature,
    id: { type: 'string', required: true, minLength: 1, maxLength: 64, description: 'Id of the heartbeat.' },
    statistics: {
      type: 'object',
      required: true,
      maxProperties: 200,
      description: 'Statistics by name.',
      additionalProperties: true,
    },
  },
  useCase: receiveHeartbeat,
  input: (given, around) => ({ request: requestOf(given, around), id: given.id, statistics: given.statistics }),
  present: success,
  hasSecrets: true,
  returns: done,
});

const report = shopRoute({
  methods: ['POST'],
  path: `${base}/report`,
  summary: 'Ask this site to confirm an error of a request that it sent.',
  params: {
    request_nonce: { type: 'string', required: true, maxLength: 64, description: 'The nonce of that request.' },
    nonce: { type: 'string', required: true, maxLength: 64, description: 'The nonce that confirms the error.' },
  },
  useCase: confirmConnectorError,
  present: (isConfirmed: boolean) => ({ confirmed: isConfirmed }),
  hasSecrets: true,
  returns: { type: 'object', properties: { confirmed: { type: 'boolean' } } },
});

const verifyError = shopRoute({
  methods: ['POST'],
  path: '/connector/v4/verify_xmlrpc_error',
  summary: 'Confirm an error by its nonce; the answer is whether there was one.',
  params: { nonce: { type: 'string', required: true } },
  useCase: verifyConnectorError,
  hasSecrets: true,
  returns: { type: 'boolean' },
});

const statistics = shopRoute({
  methods: ['GET'],
  path: '/connector/v4/heartbeat/data',
  summary: 'Read the statistics of this site, for its administrators and for signed requests.',
  params: {
    prefix: { type: 'string', required: false, description: 'Prefix put before each statistic identifier.' },
    ...signature,
  },
  useCase: readSiteStatistics,
  input: (given, around) => ({
    siteUrl: around.baseUrl,
    prefix: given.prefix ?? '',
    request: given.xSiteId === undefined ? undefined : requestOf(given, around),
  }),
  hasSecrets: true,
  returns: {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'array'] },
  },
});

const connect = shopRoute({
  methods: ['GET'],
  path: '/shop-admin/plugins/connect-connector',
  summary: 'Get the page where the pairing with the other site begins.',
  params: {
    redirect_url: {
      type: 'string',
      published: false,
      description: 'Where the browser goes on: an address of this site, or of an allowed origin.',
    },
  },
  refusal: cannotUpdate,
  useCase: readConnectAddress,
  input: ({ redirectUrl }, { baseUrl, names: { adminPath } }) => ({
    baseUrl,
    page: `${baseUrl}/${adminPath}/connector`,
    redirectUrl,
  }),
  present: (connectAction) => ({ slug: 'connector', name: 'Connector', connectAction }),
  hasSecrets: true,
  returns: { type: 'object', properties: { slug: text, name: text, connectAction: text } },
});

const authorize = shopRoute({
  methods: ['GET'],
  path: '/shop-admin/onboarding/plugins/connector-authorization-url',
  summary: 'Get the address where the other site approves the pairing, which is begun when needed.',
  params: {
    redirect_url: { type: 'string', required: true },
    from: { type: 'string', default: 'shop-onboarding', required: false },
  },
  refusal: cannotUpdate,
  useCase: authorizeConnector,
  input: ({ redirectUrl, from }, { baseUrl, names: { adminPath } }) => ({
    baseUrl,
    page: `${baseUrl}/${adminPath}/connector`,
    redirectUrl,
    from,
  }),
  present: ({ url, errors }) => ({ success: errors.length === 0, errors, color_scheme: 'default', url }),
  hasSecrets: true,
  returns: {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      errors: { type: 'array', items: text },
      color_scheme: text,
      url: text,
    },
  },
});

/** The pairing with another installation. */
export const connectorShopRoutes: readonly ShopRoute[] = section(
  'Connector',
  verifyError,
  statistics,
  connect,
  authorize,
  register,
  offer,
  confirm,
  end,
  heartbeat,
  report,
);
