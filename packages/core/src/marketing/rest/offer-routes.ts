import { cannotUpdate, cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schemas } from '../../kernel/schema.ts';
import {
  dismissPaymentSuggestions,
  listFreeExtensions,
  listPaymentSuggestions,
  listProductTypes,
  listShippingSuggestions,
} from '../index.ts';
import { presentBundle, presentKinds, presentPayment, presentShipping } from './presenters.ts';
import { bundlesShape, kindsShape, paymentsShape, shippingShape } from './shapes.ts';

const forced = {
  force_default_suggestions: {
    type: 'boolean',
    description: 'Lists the built-in suggestions where suggestions are switched off.',
  },
} as const satisfies Schemas;

/** Suggestions of payment and shipping, and offers of the first steps. */
export const offerRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/payment-gateway-suggestions',
    summary: 'List the visible payment suggestions.',
    params: forced,
    refusal: cannotUpdate,
    useCase: listPaymentSuggestions,
    present: (suggestions) => suggestions.map(presentPayment),
    returns: paymentsShape,
  }),
  shopRoute({
    methods: ['POST'],
    path: '/shop-admin/payment-gateway-suggestions/dismiss',
    summary: 'Hide the payment suggestions for all users.',
    params: {},
    refusal: cannotUpdate,
    useCase: dismissPaymentSuggestions,
    returns: { type: 'boolean', description: 'Whether they were shown before.' },
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/shipping-partner-suggestions',
    summary: 'List the visible shipping suggestions.',
    params: forced,
    refusal: cannotUpdate,
    useCase: listShippingSuggestions,
    present: (suggestions) => suggestions.map(presentShipping),
    returns: shippingShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/onboarding/free-extensions',
    summary: 'List bundles of free extensions.',
    params: {},
    refusal: cannotView,
    useCase: listFreeExtensions,
    present: (bundles) => bundles.map(presentBundle),
    returns: bundlesShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/onboarding/product-types',
    summary: 'List the kinds of products that a shop can sell.',
    params: {},
    refusal: cannotView,
    useCase: listProductTypes,
    present: presentKinds,
    returns: kindsShape,
  }),
];
