import { MILLION } from '../../kernel/numbers/amount.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import type {
  CategoryReportEntry,
  CouponReportEntry,
  ProductReportEntry,
  SaleableMore,
  TaxReportEntry,
  VariationReportEntry,
} from '../index.ts';
import { deletedName } from './deleted-name.ts';
import type { LinkedCall } from './linked-call.ts';

const linkTo = ({ around }: LinkedCall, path: string) => [{ href: around.link(`/shop-analytics/${path}`) }];
const DELETED = '(Deleted)';

export const presentProductEntry = (entry: ProductReportEntry, call: LinkedCall): object => ({
  product_id: entry.productId,
  items_sold: entry.items,
  net_revenue: entry.net / UNIT,
  orders_count: entry.orders,
  extended_info:
    entry.more === undefined
      ? {}
      : entry.more === null
        ? { name: deletedName(entry.soldAs) }
        : productMore(entry.more, call),
  _links: { product: linkTo(call, `products/${entry.productId}`) },
});

const productMore = (more: NonNullable<ProductReportEntry['more']>, call: LinkedCall): object => ({
  ...saleableMore(more, call),
  stock_quantity: (more.quantity ?? 0) / UNIT,
  manage_stock: more.managesStock,
  category_ids: more.categoryIds,
  ...(more.variations && { variations: more.variations }),
});

const saleableMore = (more: SaleableMore, { around }: LinkedCall) => ({
  name: more.name,
  price: more.price / MILLION,
  image: more.image,
  permalink: more.permalink ?? (more.slug === null ? '' : `${around.baseUrl}/product/${more.slug}`),
  stock_status: more.stockStatus,
  stock_quantity: more.quantity === null ? null : more.quantity / UNIT,
  low_stock_amount: more.lowStockAmount / UNIT,
  sku: more.sku,
});

export const presentVariationEntry = (entry: VariationReportEntry, call: LinkedCall): object => ({
  product_id: entry.productId,
  variation_id: entry.variationId,
  items_sold: entry.items,
  net_revenue: entry.net / UNIT,
  orders_count: entry.orders,
  extended_info: variationMore(entry, call),
  _links: {
    product: linkTo(call, `products/${entry.productId}`),
    variation: linkTo(call, `products/${entry.productId}/variation/${entry.variationId}`),
  },
});

function variationMore({ more, soldAs }: VariationReportEntry, call: LinkedCall): object {
  if (more === undefined) return {};
  return more === null
    ? { name: soldAs ?? DELETED, deleted: true }
    : { ...saleableMore(more, call), attributes: more.attributes };
}

export const presentCategoryEntry = (entry: CategoryReportEntry, call: LinkedCall): object => ({
  category_id: entry.categoryId,
  items_sold: entry.items,
  net_revenue: entry.net / UNIT,
  orders_count: entry.orders,
  products_count: entry.products,
  extended_info: entry.isExtended ? { name: entry.name ?? DELETED } : {},
  _links: { category: linkTo(call, `products/categories/${entry.categoryId}`) },
});

export const presentCouponEntry = (entry: CouponReportEntry, call: LinkedCall): object => ({
  coupon_id: entry.couponId,
  amount: entry.amount / UNIT,
  orders_count: entry.orders,
  extended_info: entry.isExtended ? couponMore(entry.record) : {},
  _links: { coupon: linkTo(call, `coupons/${entry.couponId}`) },
});

const withT = (local: string | null | undefined): string => local?.replace(' ', 'T') ?? '';

const couponMore = (record: CouponReportEntry['record']): object => ({
  code: record?.code ?? DELETED,
  date_created: withT(record?.created),
  date_created_gmt: withT(record?.createdUtc),
  date_expires: withT(record?.expires),
  date_expires_gmt: withT(record?.expiresUtc),
  discount_type: record?.type ?? 'N/A',
});

export const presentTaxEntry = (entry: TaxReportEntry, call: LinkedCall): object => ({
  tax_rate_id: entry.rateId,
  name: entry.name,
  tax_rate: entry.percent / MILLION,
  country: entry.country,
  state: entry.state,
  priority: entry.priority,
  total_tax: entry.total / UNIT,
  order_tax: entry.orderTax / UNIT,
  shipping_tax: entry.shippingTax / UNIT,
  taxable_amount: entry.taxable / UNIT,
  orders_count: entry.orders,
  _links: { tax: linkTo(call, `taxes/${entry.rateId}`) },
});
