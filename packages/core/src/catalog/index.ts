/** Products, variations, categories and attributes. */
export { attributeExists, productCategoryCycle, productExists } from './errors.ts';
export { catalogEvents } from './events.ts';
export { FEED_ACTION, FEED_LIFETIME } from './feed/feed-input.ts';
export type { FeedPorts } from './feed/ports.ts';
export { removeFeed } from './feed/remove-feed.ts';
export { writeFeed } from './feed/write-feed.ts';
export { withStock } from './ledger-stock.ts';
export type {
  CatalogPorts,
  CountedCategory,
  ProductCountFilter,
  ProductFilter,
  ProductStore,
  TaxonomyStore,
} from './ports.ts';
export { catalogPorts } from './ports.ts';
export { categoryFaults, parentFaults, skuFaults } from './references.ts';
export { withSlugs } from './slugs.ts';

export {
  countProductCategories,
  createProductCategory,
  deleteProductCategory,
  listProductCategories,
  readProductCategory,
  updateProductCategory,
} from './use-cases/categories.ts';
export { type CreateFeedInput, createFeed, type FeedStatus } from './use-cases/create-feed.ts';
export { forgetOldFeeds } from './use-cases/forget-feeds.ts';
export { openFeed } from './use-cases/open-feed.ts';
export {
  type CountProductsInput,
  countProducts,
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
