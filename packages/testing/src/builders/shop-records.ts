import type {
  Coupon,
  Customer,
  Download,
  Order,
  Product,
  ProductCategory,
  Refund,
  StoredOrder,
  TaxRate,
  Variation,
} from '@backroom/core/commerce';
import { NOON } from './noon.ts';

const saleable = {
  sku: null,
  status: 'publish',
  price: 12_500_000,
  regularPrice: 12_500_000,
  salePrice: null,
  virtual: false,
  downloadable: false,
  manageStock: true,
  stockQuantity: 40_0000,
  stockStatus: 'instock',
  backorders: 'no',
  lowStockAmount: null,
  createdAt: NOON,
  files: [],
  image: null,
  permalink: null,
  description: null,
} as const;

/** A product of the shop; by default a mug without sku and category. */
export const aProduct = (id: number, changes: Partial<Product> = {}): Product => ({
  ...saleable,
  id,
  slug: null,
  name: 'Mug',
  type: 'simple',
  categoryIds: [],
  attributes: [],
  ...changes,
});

/** One choice of a product. */
export const aVariation = (id: number, productId: number, changes: Partial<Variation> = {}): Variation => ({
  ...saleable,
  id,
  productId,
  name: 'Mug, blue',
  attributes: { pa_color: 'blue' },
  ...changes,
});

/** A heading of the shop. */
export const aProductCategory = (id: number, changes: Partial<ProductCategory> = {}): ProductCategory => ({
  id,
  name: `Heading ${id}`,
  slug: `heading-${id}`,
  parentId: null,
  ...changes,
});

/** A guest with only the given members. */
export const aCustomer = (id: number, changes: Partial<Customer> = {}): Customer => ({
  id,
  userId: null,
  username: null,
  email: null,
  firstName: null,
  lastName: null,
  country: null,
  state: null,
  city: null,
  postcode: null,
  registeredAt: null,
  lastActiveAt: null,
  accountId: null,
  ...changes,
});

/** A coupon that takes ten percent off. */
export const aCoupon = (id: number, changes: Partial<Coupon> = {}): Coupon => ({
  id,
  code: `coupon-${id}`,
  discountType: 'percent',
  amount: 10_000_000,
  createdAt: NOON,
  expiresAt: null,
  ...changes,
});

/** A tax of 7.25 percent. */
export const aTaxRate = (id: number, changes: Partial<TaxRate> = {}): TaxRate => ({
  id,
  country: 'US',
  state: 'CA',
  percent: 7_250_000,
  name: 'CA Tax',
  priority: 1,
  compound: false,
  shipping: true,
  ...changes,
});

/** Something that was downloaded at noon. */
export const aDownload = (id: number, changes: Partial<Download> = {}): Download => ({
  id,
  permissionId: 3,
  productId: 14,
  orderId: 55,
  userId: null,
  fileId: 'd2ae72a2',
  at: NOON,
  ipAddress: '192.0.2.7',
  ...changes,
});

/** An order of two mugs that was paid when it was made. */
export const anOrder = (id: number, changes: Partial<Order> = {}): Order => ({
  id,
  number: null,
  status: 'processing',
  currency: 'USD',
  customerId: null,
  userId: null,
  billing: {
    firstName: 'Mara',
    lastName: 'Lind',
    email: 'mara@example.org',
    country: 'US',
    state: 'CA',
    city: 'Springfield',
    postcode: '12345',
  },
  shipping: null,
  createdAt: NOON,
  paidAt: NOON,
  completedAt: null,
  modifiedAt: NOON,
  total: 26_812_500,
  totalTax: 1_812_500,
  shippingTotal: 0,
  shippingTax: 0,
  discountTotal: 0,
  lines: [
    {
      id: 1,
      productId: 10,
      variationId: 0,
      name: 'Mug',
      quantity: 2,
      subtotal: 25_000_000,
      total: 25_000_000,
      taxes: { 1: 1_812_500, 2: null },
      attributes: { zip: 'yes', pa_color: 'blue' },
    },
  ],
  shippingLines: [{ id: 2, title: 'Free', total: 0, taxes: {} }],
  feeLines: [],
  couponLines: [{ id: 3, code: 'TEN', couponId: null, discount: 0, discountTax: 0 }],
  taxLines: [
    {
      id: 4,
      rateId: 1,
      rateCode: 'US-CA-1',
      label: 'CA Tax',
      percent: 7_250_000,
      compound: false,
      country: 'US',
      state: 'CA',
      priority: 1,
      taxTotal: 1_812_500,
      shippingTaxTotal: 0,
    },
  ],
  source: { type: 'organic', name: null },
  test: false,
  ...changes,
});

/** An order that is stored for the first time. */
export const aNewOrder = (id: number, changes: Partial<Order> = {}): Omit<StoredOrder, 'refunds'> => ({
  order: anOrder(id, changes),
  stock: [],
  statusBeforeTrash: null,
  version: 0,
});

/** A refund of one mug. */
export const aRefund = (id: number, orderId: number, changes: Partial<Refund> = {}): Refund => ({
  id,
  orderId,
  amount: 13_406_250,
  reason: null,
  createdAt: NOON,
  kind: 'partial',
  total: -13_406_250,
  totalTax: -906_250,
  shippingTotal: 0,
  restock: false,
  lines: [
    {
      id: 1,
      productId: 10,
      variationId: 0,
      name: 'Mug',
      quantity: -1,
      subtotal: -12_500_000,
      total: -12_500_000,
      taxes: { 1: -906_250 },
      attributes: {},
      refundedLineId: 1,
    },
  ],
  shippingLines: [],
  feeLines: [],
  taxLines: [],
  ...changes,
});
