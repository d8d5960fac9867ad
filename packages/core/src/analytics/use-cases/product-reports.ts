import type { Attribute } from '../../catalog/index.ts';
import { UNIT } from '../../kernel/decimal.ts';
import type { Page } from '../../kernel/page.ts';
import { query, type UseCase } from '../../kernel/use-case.ts';
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
import { groupsBy, jsonOf, rowsBy, textOf } from './row-values.ts';
import { groupKeys, type ListAnswer, type ReportListInput, runGroups } from './run-list.ts';

type List<E> = UseCase<ReportPorts, ReportListInput, Page<E>>;

const isExtended = ({ wants }: ReportListInput): boolean => wants?.includes('extended_info') ?? false;

/**
 * Lists what was sold of products.
 * @throws DomainError `validation_failed`
 */
export const listProductsReport: List<ProductReportEntry> = query('manage_store', (ports) => async (_, input) => {
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

/** Asks which products the list has, in its order. */
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

/** What is known of products and variations, by what stands beside a list. */
function saleableReader({ beside, settings }: ListAnswer) {
  const products = rowsBy(beside('products'), 'id');
  const stock = rowsBy(beside('stock'), 'id');
  const byDefault = Math.round(lowStockDefault(settings) * UNIT);
  return (id: number): (SaleableMore & { readonly managesStock: boolean }) | undefined => {
    const [product, stocked] = [products.get(id), stock.get(id)];
    if (!product || !stocked) return undefined;
    const quantity = stocked.quantity ?? stocked.shown_quantity ?? null;
    return {
      name: String(product.name),
      sku: textOf(stocked.sku) ?? textOf(product.sku) ?? '',
      price: Number(product.price ?? 0),
      image: textOf(product.image) ?? '',
      permalink: textOf(product.permalink) ?? '',
      stockStatus: String(stocked.stock_status),
      quantity: 'quantity' in stocked && stocked.quantity === null ? null : Number(quantity ?? 0),
      lowStockAmount: Number(stocked.low_stock_amount ?? byDefault),
      managesStock: stocked.manages_stock === true,
    };
  };
}

/**
 * Lists what was sold of variations.
 * @throws DomainError `validation_failed`
 */
export const listVariationsReport: List<VariationReportEntry> = query('manage_store', (ports) => async (_, input) => {
  const answer = await runGroups(ports, variationsReport, input);
  const more = isExtended(input) ? variationReader(answer, await ports.taxonomy.attributes()) : undefined;
  const entries = answer.rows.map((row) => {
    const variationId = Number(row.variation_id);
    const productId = Number(row.product_id) || Number(row['variation.parent_id'] ?? 0);
    return { productId, variationId, ...soldOf(row), ...(more && { more: more(variationId || productId) }) };
  });
  const all = await withSoldNames(ports, await withSoldNames(ports, entries, goneVariation), goneProduct);
  return { entries: all, total: answer.total };
});

const goneVariation = {
  key: 'variation_id',
  idOf: ({ variationId, more }: VariationReportEntry) => (more === null ? variationId : 0),
} as const;
/** Of lines without a variation. */
const goneProduct = {
  key: 'product_id',
  idOf: ({ productId, variationId, more }: VariationReportEntry) =>
    more === null && variationId === 0 ? productId : 0,
} as const;

/** Asks which variations the list has, in its order. */
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

/** What was chosen of each attribute, in words for people. */
function choicesOf(chosen: unknown, attributes: readonly Attribute[]): VariationReportMore['attributes'] {
  if (typeof chosen !== 'object' || chosen === null || Array.isArray(chosen)) return [];
  return Object.entries(chosen).map(([key, value]) => {
    const attribute = attributes.find((each) => each.key === key);
    const term = attribute?.terms.find(({ slug }) => slug === value);
    return { id: attribute?.id ?? 0, name: key.replace(/^pa_/, ''), option: term?.name ?? String(value) };
  });
}

/** Asks which categories the list has, in its order. */
export const categoryKeys = (ports: ReportPorts, input: ReportListInput): Promise<AllKeys> =>
  groupKeys(ports, categoriesReport, input);

/**
 * Lists what was sold by categories.
 * @throws DomainError `validation_failed`
 */
export const listCategoriesReport: List<CategoryReportEntry> = query('manage_store', (ports) => async (_, input) => {
  const { rows, total } = await runGroups(ports, categoriesReport, input);
  const entries = rows.map((row) => ({
    categoryId: Number(row.category_id),
    name: textOf(row['category.name']),
    ...soldOf(row),
    products: Number(row.products_count),
    isExtended: isExtended(input),
  }));
  return { entries, total };
});
