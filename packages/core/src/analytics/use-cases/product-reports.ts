import type { Attribute } from '../../commerce/index.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import { isObject } from '../../kernel/reading/storable.ts';
import type { AllKeys } from '../engine/pinned.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import { categoriesReport } from '../reports/categories.ts';
import { productsReport } from '../reports/products.ts';
import { lowStockDefault } from '../reports/stock.ts';
import { variationsReport } from '../reports/variations.ts';
import type {
  CategoryReportEntry,
  ProductReportEntry,
  SaleableMore,
  VariationReportEntry,
  VariationReportMore,
} from '../sales-entries.ts';
import { withSoldNames } from './last-sold-names.ts';
import { type ReportList, reportList } from './report-list.ts';
import { groupsBy, jsonOf, rowsBy, textOf } from './row-values.ts';
import { groupKeys, type ListAnswer, type ReportListInput, runGroups } from './run-list.ts';

const isExtended = ({ wants }: ReportListInput): boolean => wants?.includes('extended_info') ?? false;

/**
 * Lists sales by product.
 * @throws DomainError `validation_failed`
 */
export const listProductsReport: ReportList<ReportListInput, ProductReportEntry> = reportList(async (ports, input) => {
  const answer = await runGroups(ports, productsReport, input);
  const more = isExtended(input) ? productReader(answer) : undefined;
  const entries = answer.rows.map((row) => {
    const productId = Number(row.product_id);
    return { productId, ...soldOf(row), ...(more && { more: more(productId) }) };
  });
  const gone = {
    key: 'product_id',
    idOf: ({ productId, more: known }: ProductReportEntry) => (known === null ? productId : 0),
  } as const;
  return { entries: await withSoldNames(ports, entries, gone), total: answer.total };
});

/** Returns the keys of all listed products, in order. */
export const productKeys = (ports: ReportPorts, input: ReportListInput): Promise<AllKeys> =>
  groupKeys(ports, productsReport, input);

const soldOf = (row: ReportRow) => ({
  items: Number(row.items_sold),
  net: Number(row.net_revenue),
  orders: Number(row.orders_count),
});

function productReader(answer: ListAnswer) {
  const saleable = saleableReader(answer);
  const products = rowsBy(answer.beside('products'), 'id');
  const headings = groupsBy(answer.beside('headings'), 'product_id');
  const variations = groupsBy(answer.beside('variations'), 'parent_id');
  return (id: number) => {
    const known = saleable(id);
    if (!known) return null;
    const { managesStock, ...rest } = known;
    return {
      ...rest,
      managesStock,
      categoryIds: (headings.get(id) ?? []).map((row) => Number(row.category_id)),
      variations:
        products.get(id)?.type === 'variable' ? (variations.get(id) ?? []).map((row) => Number(row.id)) : undefined,
    };
  };
}

/** Reads extended information of products and variations from the related rows. */
function saleableReader({ beside, settings }: ListAnswer) {
  const products = rowsBy(beside('products'), 'id');
  const stock = rowsBy(beside('stock'), 'id');
  const byDefault = Math.round(lowStockDefault(settings) * UNIT);
  return (id: number): (SaleableMore & { readonly managesStock: boolean }) | undefined => {
    const product = products.get(id);
    const stocked = stock.get(id);
    if (!product || !stocked) return undefined;
    const quantity = stocked.quantity ?? stocked.shown_quantity ?? null;
    return {
      name: String(product.name),
      sku: textOf(stocked.sku) ?? textOf(product.sku) ?? '',
      price: Number(product.price ?? 0),
      image: textOf(product.image) ?? '',
      permalink: textOf(product.permalink) ?? null,
      slug: textOf(product.slug) ?? null,
      stockStatus: String(stocked.stock_status),
      quantity: 'quantity' in stocked && stocked.quantity === null ? null : Number(quantity ?? 0),
      lowStockAmount: Number(stocked.low_stock_amount ?? byDefault),
      managesStock: stocked.manages_stock === true,
    };
  };
}

/**
 * Lists sales by variation.
 * @throws DomainError `validation_failed`
 */
export const listVariationsReport: ReportList<ReportListInput, VariationReportEntry> = reportList(
  async (ports, input) => {
    const answer = await runGroups(ports, variationsReport, input);
    const more = isExtended(input) ? variationReader(answer, await ports.taxonomy.attributes()) : undefined;
    const entries = answer.rows.map((row) => {
      const variationId = Number(row.variation_id);
      const productId = Number(row.product_id) || Number(row['variation.parent_id'] ?? 0);
      return { productId, variationId, ...soldOf(row), ...(more && { more: more(variationId || productId) }) };
    });
    const all = await withSoldNames(ports, await withSoldNames(ports, entries, goneVariation), goneProduct);
    return { entries: all, total: answer.total };
  },
);

const goneVariation = {
  key: 'variation_id',
  idOf: ({ variationId, more }: VariationReportEntry) => (more === null ? variationId : 0),
} as const;
/** Deleted products on lines without a variation. */
const goneProduct = {
  key: 'product_id',
  idOf: ({ productId, variationId, more }: VariationReportEntry) =>
    more === null && variationId === 0 ? productId : 0,
} as const;

/** Returns the keys of all listed variations, in order. */
export const variationKeys = (ports: ReportPorts, input: ReportListInput): Promise<AllKeys> =>
  groupKeys(ports, variationsReport, input);

function variationReader(answer: ListAnswer, attributes: readonly Attribute[]) {
  const saleable = saleableReader(answer);
  const products = rowsBy(answer.beside('products'), 'id');
  return (id: number): VariationReportMore | null => {
    const known = saleable(id);
    if (!known) return null;
    const { managesStock: _, ...rest } = known;
    return { ...rest, attributes: choicesOf(jsonOf(products.get(id)?.attributes), attributes) };
  };
}

/** Names of the chosen attribute values. */
function choicesOf(chosen: unknown, attributes: readonly Attribute[]): VariationReportMore['attributes'] {
  if (!isObject(chosen)) return [];
  return Object.entries(chosen).map(([key, value]) => {
    const attribute = attributes.find((each) => each.key === key);
    const term = attribute?.terms.find(({ slug }) => slug === value);
    return { id: attribute?.id ?? 0, name: key.replace(/^pa_/, ''), option: term?.name ?? String(value) };
  });
}

/** Returns the keys of all listed categories, in order. */
export const categoryKeys = (ports: ReportPorts, input: ReportListInput): Promise<AllKeys> =>
  groupKeys(ports, categoriesReport, input);

/**
 * Lists sales by category.
 * @throws DomainError `validation_failed`
 */
export const listCategoriesReport: ReportList<ReportListInput, CategoryReportEntry> = reportList(
  async (ports, input) => {
    const { rows, total } = await runGroups(ports, categoriesReport, input);
    const entries = rows.map((row) => ({
      categoryId: Number(row.category_id),
      name: textOf(row['category.name']),
      ...soldOf(row),
      products: Number(row.products_count),
      isExtended: isExtended(input),
    }));
    return { entries, total };
  },
);
