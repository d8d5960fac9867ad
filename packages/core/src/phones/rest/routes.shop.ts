import { section } from '../../interface/route.ts';
import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import {
  approvePhone,
  exchangePhoneToken,
  issuePhoneToken,
  listPhoneResources,
  readPhoneAvailability,
  readPhoneSession,
  readPhoneStatus,
  requestMagicLink,
  revokeOwnPhone,
  scanPhoneToken,
} from '../index.ts';
import {
  presentCredentials,
  presentResource,
  presentScan,
  presentSession,
  presentStatus,
  presentToken,
  withoutToken,
} from './presenters.ts';

const base = '/shop-admin/mobile-app';
const token = { type: 'string', required: true, description: 'The token of the code.' } as const;
const text: Schema = { type: 'string' };
const optionalText: Schema = { type: 'string', required: false };
const optionalInteger: Schema = { type: 'integer', required: false };
const deviceShape: Schema = {
  type: 'object',
  required: false,
  properties: {
    os: optionalText,
    os_version: optionalText,
    model: optionalText,
    brand: optionalText,
    app_version: optionalText,
  },
};

const scan = {
  token,
  device: {
    type: 'object',
    description: 'The phone; it needs a model or an operating system.',
    properties: {
      os: { type: 'string' },
      os_version: { type: 'string' },
      model: { type: 'string' },
      brand: { type: 'string' },
      app_version: { type: 'string' },
    },
    required: true,
  },
  supports_number_matching: {
    type: 'boolean',
    required: true,
    description: 'Whether the app shows a number for comparison.',
  },
} as const satisfies Schemas;

const statusShape: Schema = {
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['pending', 'scanned', 'approved', 'rejected', 'expired', 'consumed'] },
    expires_at: optionalInteger,
    numbers: { type: 'array', items: text, required: false },
    consumed_at: optionalInteger,
    ap_uuid: optionalText,
    ap_name: optionalText,
    device: deviceShape,
  },
};
const resources: Schema = {
  type: 'array',
  items: { type: 'object', properties: { slug: text, description: text, _links: { type: 'object' } } },
};
const list = {
  methods: ['GET'],
  path: base,
  params: {},
  summary: 'List the resources of the mobile app.',
  refusal: cannotView,
  useCase: listPhoneResources,
  returns: resources,
} as const;

/** Sign-in of phones. */
export const phonesShopRoutes: readonly ShopRoute[] = section(
  'Mobile app',
  shopRoute({
    methods: ['GET'],
    path: `${base}/send-magic-link`,
    params: {},
    summary: 'Mail the caller a link that signs in a phone; HEAD and prefetches send none.',
    refusal: cannotView,
    hasSecrets: true,
    useCase: requestMagicLink,
    input: (_, { baseUrl, names }) => ({ siteUrl: baseUrl, appScheme: names.appScheme }),
    present: () => ({ code: 'success' }),
    returns: { type: 'object', properties: { code: text } },
  }),
  // Published twice, as clients know it.
  ...[1, 2].map(() =>
    shopRoute({
      ...list,
      present: (found, call) => found.map((each) => presentResource(each, call)),
    }),
  ),
  shopRoute({
    methods: ['POST'],
    path: `${base}/qr-login-token`,
    params: {},
    summary: 'Make a token for the code that a phone scans; it is shown once.',
    refusal: cannotView,
    hasSecrets: true,
    useCase: issuePhoneToken,
    input: (_, { baseUrl }) => ({ siteUrl: baseUrl }),
    present: presentToken,
    keep: withoutToken,
    returns: {
      type: 'object',
      properties: { qr_url: optionalText, expires_at: { type: 'integer' }, ttl: { type: 'integer' } },
    },
  }),
  shopRoute({
    methods: ['POST'],
    path: `${base}/qr-login-exchange`,
    summary: 'Exchange the token of an approved phone for an application password; it is shown once.',
    params: { token, exchange_grant: { type: 'string', description: 'From the status of the session.' } },
    hasSecrets: true,
    useCase: exchangePhoneToken,
    input: ({ token: given, exchangeGrant }, { baseUrl, names }) => ({
      token: given,
      ...(exchangeGrant !== undefined && { exchangeGrant }),
      siteUrl: baseUrl,
      adminPath: names.adminPath,
    }),
    present: presentCredentials,
    returns: {
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        user_login: text,
        user_email: text,
        user_id: { type: 'integer' },
        site_url: text,
        application_password: { type: 'string', description: 'Shown once.' },
        uuid: text,
      },
    },
  }),
  shopRoute({
    methods: ['POST'],
    path: `${base}/qr-login-status`,
    summary: 'Read the state of a code of the caller.',
    refusal: cannotView,
    params: { token },
    hasSecrets: true,
    useCase: readPhoneStatus,
    present: presentStatus,
    returns: statusShape,
  }),
  shopRoute({
    methods: ['DELETE'],
    path: `${base}/qr-login-revoke`,
    summary: 'Sign out a phone of the caller.',
    refusal: cannotView,
    params: { uuid: { type: 'string', required: true, description: 'The application password of the phone.' } },
    useCase: revokeOwnPhone,
    present: ({ uuid }) => ({ success: true, uuid }),
    returns: { type: 'object', properties: { success: { type: 'boolean' }, uuid: text } },
  }),
  shopRoute({
    methods: ['POST'],
    path: `${base}/qr-login-scan`,
    summary: 'Bind a code to the phone that has scanned it.',
    params: scan,
    hasSecrets: true,
    useCase: scanPhoneToken,
    present: presentScan,
    returns: {
      type: 'object',
      properties: { session_id: text, real_number: text, expires_in: { type: 'integer' } },
    },
  }),
  shopRoute({
    methods: ['POST'],
    path: `${base}/qr-login-approve`,
    summary: 'Choose the number that the phone shows; a wrong one rejects the phone.',
    refusal: cannotView,
    params: { token, choice: { type: 'string', required: true, description: 'One of the three numbers.' } },
    useCase: approvePhone,
    returns: { type: 'object', properties: { state: { type: 'string', enum: ['approved', 'rejected'] } } },
  }),
  shopRoute({
    methods: ['GET'],
    path: `${base}/qr-login-session-status`,
    summary: 'Read the state of the session of a phone, with the exchange grant once it is approved.',
    params: {
      session_id: { type: 'string', required: true, description: 'From the scan.' },
      token_hash: { type: 'string', description: 'SHA-256 of the token, in hexadecimal.' },
    },
    hasSecrets: true,
    useCase: readPhoneSession,
    present: presentSession,
    returns: { type: 'object', properties: { state: text, exchange_grant: optionalText } },
  }),
  shopRoute({
    methods: ['GET'],
    path: `${base}/qr-login-availability`,
    params: {},
    summary: 'Read whether the caller can sign in a phone.',
    refusal: cannotView,
    useCase: readPhoneAvailability,
    input: (_, { baseUrl }) => ({ siteUrl: baseUrl }),
    present: ({ reason }) => ({ available: reason === null, reason }),
    returns: { type: 'object', properties: { available: { type: 'boolean' }, reason: { type: ['string', 'null'] } } },
  }),
);
