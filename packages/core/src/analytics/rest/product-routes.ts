import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import {
  listCategoriesReport,
  listProductsReport,
  listStockReport,
  listVariationsReport,
  readProductsStats,
  readStockStats,
  readVariationsStats,
} from '../index.ts';
import { presentStockCounts, presentStockEntry } from '../published/presenters.ts';
import { presentCategoryEntry, presentProductEntry, presentVariationEntry } from '../published/sales-presenters.ts';
import { categoriesReport } from '../reports/categories.ts';
import { productsReport, productsStats } from '../reports/products.ts';
import { stockReport } from '../reports/stock.ts';
import { variationsReport, variationsStats } from '../reports/variations.ts';
import { dictionary, ofLists, ofStats } from './dictionary.ts';
import { reportRoute, statsRoute } from './report-routes.ts';
import { categoryEntry, productEntry, stockEntry, stockTotals, variationEntry } from './shapes.ts';

const { context } = dictionary;

/** Reports on products sold and on stock. */
export const productRoutes: readonly ShopRoute[] = [
  reportRoute({
    report: productsReport,
    useCase: listProductsReport,
    params: [...ofLists, 'categories', 'match', 'products', 'search', 'extended_info'],
    present: presentProductEntry,
    returns: productEntry,
  }),
  reportRoute({
    report: variationsReport,
    useCase: listVariationsReport,
    params: [
      ...ofLists,
      'match',
      'product_includes',
      'product_excludes',
      'variations',
      'extended_info',
      'attribute_is',
      'attribute_is_not',
      'category_includes',
      'category_excludes',
      'products',
    ],
    present: presentVariationEntry,
    returns: variationEntry,
  }),
  statsRoute({
    report: productsStats,
    useCase: readProductsStats,
    params: [...ofStats, 'categories', 'products', 'variations', 'search', 'segmentby'],
  }),
  statsRoute({
    report: variationsStats,
    useCase: readVariationsStats,
    params: [
      ...ofStats,
      'match',
      'category_includes',
      'category_excludes',
      'product_includes',
      'product_excludes',
      'variations',
      'segmentby',
      'attribute_is',
      'attribute_is_not',
    ],
  }),
  reportRoute({
    report: categoriesReport,
    useCase: listCategoriesReport,
    params: [...ofLists, 'interval', 'status_is', 'status_is_not', 'categories', 'extended_info'],
    present: presentCategoryEntry,
    returns: categoryEntry,
  }),
  reportRoute({
    report: stockReport,
    useCase: listStockReport,
    params: [
      'context',
      'page',
      'per_page',
      'order',
      'exclude',
      'include',
      'parent',
      'parent_exclude',
      'offset',
      'type',
    ],
    changes: { order: { default: 'asc' } },
    present: presentStockEntry,
    returns: stockEntry,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports/stock/stats',
    summary: 'Count products and variations by their stock.',
    refusal: cannotView,
    params: { context },
    useCase: readStockStats,
    input: () => ({}),
    present: presentStockCounts,
    returns: stockTotals,
  }),
];
