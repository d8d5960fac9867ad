import type {
  Attribute,
  Coupon,
  Customer,
  Download,
  Order,
  Product,
  ProductCategory,
  Refund,
  ShopSettings,
  TaxRate,
  Variation,
} from '../commerce/index.ts';
import { defaultShopSettings } from '../commerce/index.ts';
import { buyerOf } from './buyers.ts';
import { sampleCoupon } from './coupons.ts';
import { sampleDownloads } from './downloads.ts';
import { createShop, type SampleShop, sampleOrder } from './orders.ts';
import { orderIdOf, type SamplePlan } from './plan.ts';
import { isVariable, sampleProduct, sampleVariation, VARIATIONS } from './products.ts';
import { sampleRefunds } from './refunds.ts';
import { sampleRates } from './taxes.ts';
import { sampleAttributes, sampleCategories } from './taxonomy.ts';

/** A record of a sample shop. */
export type SampleRecord =
  | { readonly kind: 'settings'; readonly record: ShopSettings }
  | { readonly kind: 'category'; readonly record: ProductCategory }
  | { readonly kind: 'attribute'; readonly record: Attribute }
  | { readonly kind: 'tax_rate'; readonly record: TaxRate }
  | { readonly kind: 'product'; readonly record: Product }
  | { readonly kind: 'variation'; readonly record: Variation }
  | { readonly kind: 'coupon'; readonly record: Coupon }
  | { readonly kind: 'customer'; readonly record: Customer }
  | { readonly kind: 'order'; readonly record: Order }
  | { readonly kind: 'refund'; readonly record: Refund }
  | { readonly kind: 'download'; readonly record: Download };

/**
 * Generates the records of a sample shop lazily, in constant memory; each record follows those it refers to.
 */
export function* sampleShop(plan: SamplePlan): Generator<SampleRecord, void, undefined> {
  const shop = createShop(plan);
  yield { kind: 'settings', record: sampleSettings };
  for (const record of sampleCategories) yield { kind: 'category', record };
  for (const record of sampleAttributes) yield { kind: 'attribute', record };
  for (const record of sampleRates) yield { kind: 'tax_rate', record };
  yield* productsOf(plan);
  for (let coupon = 0; coupon < plan.coupons; coupon += 1) yield { kind: 'coupon', record: sampleCoupon(plan, coupon) };
  for (let buyer = 0; buyer < plan.customers; buyer += 1)
    yield { kind: 'customer', record: buyerOf(plan, shop.calendar, buyer).customer };
  for (let order = 0; order < plan.orders; order += 1) yield { kind: 'order', record: sampleOrder(shop, order) };
  yield* refundsOf(shop);
  yield* downloadsOf(shop);
}

const sampleSettings: ShopSettings = {
  ...defaultShopSettings,
  timeZone: 'Europe/Madrid',
  currency: 'EUR',
  siteName: 'Sample shop',
  siteDescription: 'A shop for trying things out.',
};

function* productsOf(plan: SamplePlan): Generator<SampleRecord, void, undefined> {
  for (let product = 0; product < plan.products; product += 1)
    yield { kind: 'product', record: sampleProduct(plan, product) };
  for (let product = 0; product < plan.products; product += 1) {
    for (let variation = 0; isVariable(product) && variation < VARIATIONS; variation += 1)
      yield { kind: 'variation', record: sampleVariation(plan, product, variation) };
  }
}

function* refundsOf(shop: SampleShop): Generator<SampleRecord, void, undefined> {
  let nextId = orderIdOf(shop.plan.orders);
  for (let order = 0; order < shop.plan.orders; order += 1) {
    for (const record of sampleRefunds(shop, order, nextId)) {
      yield { kind: 'refund', record };
      nextId += 1;
    }
  }
}

function* downloadsOf(shop: SampleShop): Generator<SampleRecord, void, undefined> {
  let nextId = 1;
  for (let order = 0; order < shop.plan.orders; order += 1) {
    for (const record of sampleDownloads(shop, order, nextId)) {
      yield { kind: 'download', record };
      nextId += 1;
    }
  }
}
