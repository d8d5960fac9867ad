import { cannotUpdate, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema } from '../../kernel/schema.ts';
import {
  beginPartnerOnboarding,
  beginPaymentOnboarding,
  finishMarketConnection,
  requestMarketConnection,
} from '../index.ts';

const address = (name: string): Schema => ({ type: 'object', properties: { [name]: { type: 'string' } } });

/** Accounts at the licence server and at partners. */
export const accountRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: ['POST'],
    path: '/shop-admin/plugins/request-market-connect',
    summary: 'Get the address where this installation is connected with a marketplace account.',
    params: {},
    refusal: cannotUpdate,
    useCase: requestMarketConnection,
    input: (_, { baseUrl, names: { adminPath } }) => ({ homeUrl: baseUrl, page: `${baseUrl}/${adminPath}/market` }),
    present: (connectAction) => ({ connectAction }),
    hasSecrets: true,
    returns: address('connectAction'),
  }),
  shopRoute({
    methods: ['POST'],
    path: '/shop-admin/plugins/finish-market-connect',
    summary: 'Connect with the marketplace account that was allowed.',
    params: {
      request_token: {
        type: 'string',
        minLength: 1,
        maxLength: 1_000,
        required: true,
        published: false,
        description: 'The token that the licence server gave.',
      },
    },
    refusal: cannotUpdate,
    useCase: finishMarketConnection,
    present: () => ({ success: true }),
    returns: { type: 'object', properties: { success: { type: 'boolean' } } },
  }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/plugins/connect-payments',
    summary: 'Get the address where the account for payments is set up.',
    params: {},
    refusal: cannotUpdate,
    useCase: beginPaymentOnboarding,
    input: (_, { baseUrl }) => ({ homeUrl: baseUrl }),
    present: (connectUrl) => ({ connectUrl }),
    hasSecrets: true,
    returns: address('connectUrl'),
  }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/plugins/connect-partner',
    summary: 'Get the address where the account at a partner is set up.',
    params: {},
    refusal: cannotUpdate,
    useCase: beginPartnerOnboarding,
    input: (_, { baseUrl }) => ({ homeUrl: baseUrl }),
    present: (connectUrl) => ({ connectUrl }),
    hasSecrets: true,
    returns: address('connectUrl'),
  }),
];
