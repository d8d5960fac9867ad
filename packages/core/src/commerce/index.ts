/**
 * Records of the shop (orders, products, customers, coupons, tax rates), order statuses, shop settings, and the ports
 * shared by the contexts of the shop.
 */

export { type Coupon, type DiscountType, discountTypes, type TaxRate } from './coupon.ts';
export type { Customer } from './customer.ts';
export {
  type CatalogueFilter,
  type CatalogueGroup,
  type CatalogueLabel,
  type CataloguePackage,
  type CatalogueProduct,
  type ExtensionType,
  extensionTypes,
  type InstalledPackage,
} from './extension-catalogue.ts';
export {
  type BillingAddress,
  type ChargeLine,
  type CouponLine,
  type Download,
  type Order,
  type OrderLine,
  type OrderSource,
  type OrderStatus,
  orderStatuses,
  type Refund,
  type RefundKind,
  type RefundLine,
  type Taxes,
  type TaxLine,
} from './order.ts';
export type {
  CommercePorts,
  ExtensionLookup,
  InstalledPackages,
  LinkedStockReader,
  LockedRecord,
  OrderFacts,
  OrderFactsOptions,
  OrderStock,
  ProductFacts,
  RecordLocks,
  ShopSettingsStore,
  VersionedSettings,
} from './ports.ts';
export { commercePorts } from './ports.ts';
export {
  type Attribute,
  type AttributeTerm,
  type BackorderRule,
  backorderRules,
  type Product,
  type ProductAttribute,
  type ProductCategory,
  type ProductFile,
  type ProductStatus,
  type ProductType,
  productStatuses,
  productTypes,
  type Saleable,
  type StockStatus as ProductStockStatus,
  stockStatuses as productStockStatuses,
  type Variation,
} from './product.ts';
export {
  type LinkedStock,
  type ProductLink,
  type PublishedStock,
  piecesOf,
  publishedStock,
  stockStatusWith,
} from './product-stock.ts';
export { couponRecord, downloadRecord, taxRateRecord } from './records/coupon-record.ts';
export { customerRecord } from './records/customer-record.ts';
export { type OrderDraft, orderRecord } from './records/order-record.ts';
export type { TaxLineDraft } from './records/parts.ts';
export {
  completeVariation,
  nameAfterChange,
  productRecord,
  type VariationDraft,
  variationRecord,
} from './records/product-record.ts';
export { type RefundDraft, refundRecord } from './records/refund-record.ts';
export { attributeRecord, categoryRecord } from './records/taxonomy-record.ts';
export { type DateType, dateTypes, defaultShopSettings, type ShopSettings } from './shop-settings.ts';
export { type SlugDraft, type SlugOwner, slugCandidates, slugOf, uniqueSlugs } from './slug.ts';
export { customersOfChanges, type LineStock, type OrderChange, type StoredOrder } from './stored-order.ts';
export { taxRateKey } from './tax-rate-key.ts';
