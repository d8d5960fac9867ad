/** Products, variations, categories and attributes. */
export { attributeExists, productCategoryCycle, productExists } from './errors.ts';
export { withStock } from './ledger-stock.ts';
export type { CatalogPorts, ProductFilter, ProductStore, TaxonomyStore } from './ports.ts';
export { categoryFaults, parentFaults, skuFaults } from './references.ts';
export { withSlugs } from './slugs.ts';

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
