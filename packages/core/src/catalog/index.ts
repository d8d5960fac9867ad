/** What the shop sells, and what it decides about time, money and stock. */
export { attributeExists, productCategoryCycle, productExists } from './errors.ts';
export type { CatalogPorts, ProductFilter, ProductStore, ShopSettingsStore, TaxonomyStore } from './ports.ts';
export type {
  Attribute,
  AttributeTerm,
  BackorderRule,
  Product,
  ProductAttribute,
  ProductCategory,
  ProductFile,
  ProductStatus,
  ProductType,
  Saleable,
  StockStatus as ProductStockStatus,
  Variation,
} from './product.ts';
export {
  backorderRules,
  productStatuses,
  productTypes,
  stockStatuses as productStockStatuses,
} from './product.ts';
export { completeVariation, productRecord, type VariationDraft, variationRecord } from './records/product-record.ts';
export { attributeRecord, categoryRecord } from './records/taxonomy-record.ts';
export { categoryFaults, parentFaults, skuFaults } from './references.ts';
export { type DateType, dateTypes, defaultShopSettings, type ShopSettings } from './shop-settings.ts';
export {
  createProductCategory,
  deleteProductCategory,
  listProductCategories,
  readProductCategory,
  updateProductCategory,
} from './use-cases/categories.ts';
export {
  createProduct,
  type DeleteProductInput,
  deleteProduct,
  listProducts,
  readProduct,
  updateProduct,
} from './use-cases/products.ts';
export {
  createVariation,
  type DeleteVariationInput,
  deleteVariation,
  listVariations,
  readVariation,
  updateVariation,
} from './use-cases/variations.ts';
