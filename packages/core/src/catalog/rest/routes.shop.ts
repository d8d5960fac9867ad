import { categoryRecord, productRecord, productStatuses, variationRecord } from '../../commerce/index.ts';
import { section } from '../../interface/route.ts';
import { recordId } from '../../interface/shop/records/identifier.ts';
import { shapeOf } from '../../interface/shop/records/params.ts';
import { recordRoutes } from '../../interface/shop/records/routes.ts';
import { type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { writeRecord } from '../../kernel/records/write-record.ts';
import type { Schema } from '../../kernel/schema.ts';
import {
  type CountedCategory,
  countProductCategories,
  countProducts,
  createProduct,
  createProductCategory,
  createVariation,
  deleteProduct,
  deleteProductCategory,
  deleteVariation,
  listProductCategories,
  listProducts,
  listVariations,
  readProduct,
  readProductCategory,
  readVariation,
  updateProduct,
  updateProductCategory,
  updateVariation,
} from '../index.ts';
import { feedRoute } from './feed-route.ts';

const products = recordRoutes({
  path: '/shop/v3/products',
  one: 'a product',
  many: 'products',
  record: productRecord,
  standIns: ['type', 'status', 'created_at'],
  statuses: productStatuses,
  filters: { category_id: { ...recordId, description: 'Only those in this category or below it.' } },
  list: listProducts,
  count: countProducts,
  create: createProduct,
  read: readProduct,
  update: updateProduct,
  remove: deleteProduct,
  hasBin: true,
  permalink: ({ slug }) => `/product/${slug}`,
});

const variations = recordRoutes({
  path: '/shop/v3/products/{product_id}/variations',
  one: 'a variation',
  many: 'the variations of a product',
  record: variationRecord,
  standIns: [],
  statuses: productStatuses,
  list: listVariations,
  create: createVariation,
  read: readVariation,
  update: updateVariation,
  remove: deleteVariation,
  hasBin: true,
});

const categories = recordRoutes({
  path: '/shop/v3/products/categories',
  one: 'a category',
  many: 'categories',
  record: categoryRecord,
  standIns: [],
  list: listProductCategories,
  create: createProductCategory,
  read: readProductCategory,
  update: updateProductCategory,
  remove: deleteProductCategory,
  hasBin: false,
});

const countedCategoryShape: Schema = {
  name: 'CountedProductCategory',
  type: 'object',
  properties: {
    ...shapeOf(categoryRecord).properties,
    product_count: { type: 'integer', description: 'Products directly in it, of every status.' },
    total_product_count: { type: 'integer', description: 'The same, with all categories below; each product once.' },
  },
};

const countedCategories = shopRoute({
  methods: ['GET'],
  path: '/shop/v3/products/categories/counts',
  summary: 'List all categories with the number of their products, up to 10,000, by id.',
  params: {},
  useCase: countProductCategories,
  present: (categories: readonly CountedCategory[]) =>
    categories.map((category) => ({
      ...writeRecord(categoryRecord, category),
      product_count: category.productCount,
      total_product_count: category.totalProductCount,
    })),
  returns: { type: 'array', items: countedCategoryShape },
});

export const catalogShopRoutes: readonly ShopRoute[] = [
  ...section('Products', ...products, ...variations, ...categories, countedCategories),
  ...section('Point of sale', feedRoute),
];
