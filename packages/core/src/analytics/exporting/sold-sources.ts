import { printedReports } from '../printed/lists.ts';
import {
  presentCategoryEntry,
  presentCouponEntry,
  presentProductEntry,
  presentTaxEntry,
  presentVariationEntry,
} from '../published/sales-presenters.ts';
import { categoriesReport } from '../reports/categories.ts';
import { couponsReport } from '../reports/coupons.ts';
import { productsReport } from '../reports/products.ts';
import { taxesReport } from '../reports/taxes.ts';
import { variationsReport } from '../reports/variations.ts';
import { couponKeys, listCouponsReport, listTaxesReport, taxKeys } from '../use-cases/money-reports.ts';
import {
  categoryKeys,
  listCategoriesReport,
  listProductsReport,
  listVariationsReport,
  productKeys,
  variationKeys,
} from '../use-cases/product-reports.ts';
import { listSource } from './source.ts';

const { products, variations, categories, taxes, coupons } = printedReports;

/** Export sources of the reports on sales. */
export const soldSources = {
  products: listSource({
    title: 'Products',
    printed: products,
    filters: productsReport.filters,
    isDated: true,
    list: listProductsReport,
    present: presentProductEntry,
    keys: productKeys,
  }),
  variations: listSource({
    title: 'Variations',
    printed: variations,
    filters: variationsReport.filters,
    isDated: true,
    list: listVariationsReport,
    present: presentVariationEntry,
    keys: variationKeys,
  }),
  categories: listSource({
    title: 'Categories',
    printed: categories,
    filters: categoriesReport.filters,
    isDated: true,
    list: listCategoriesReport,
    present: presentCategoryEntry,
    keys: categoryKeys,
  }),
  taxes: listSource({
    title: 'Taxes',
    printed: taxes,
    filters: taxesReport.filters,
    isDated: true,
    list: listTaxesReport,
    present: presentTaxEntry,
    keys: taxKeys,
  }),
  coupons: listSource({
    title: 'Coupons',
    printed: coupons,
    filters: couponsReport.filters,
    isDated: true,
    list: listCouponsReport,
    present: presentCouponEntry,
    keys: couponKeys,
  }),
} as const;
