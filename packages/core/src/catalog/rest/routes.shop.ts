import { categoryRecord, productRecord, productStatuses, variationRecord } from '../../commerce/index.ts';
import { section } from '../../interface/route.ts';
import { recordRoutes } from '../../interface/shop/records/routes.ts';
import type { ShopRoute } from '../../interface/shop/route.ts';
import {
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
  list: listProducts,
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

export const catalogShopRoutes: readonly ShopRoute[] = [
  ...section('Products', ...products, ...variations, ...categories),
  ...section('Point of sale', feedRoute),
];
