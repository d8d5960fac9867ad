import type {
  BackorderRule,
  Product,
  ProductStatus,
  ProductStockStatus,
  Saleable,
  Variation,
} from '@backroom/core/commerce';
import { nameKey } from '@backroom/core/kernel';
import { searchText } from '../search.ts';
import type { RecordTable } from './record-queries.ts';
import type { UpsertRow, UpsertTarget } from './record-writes.ts';

type SaleableDocument = Pick<Saleable, 'virtual' | 'downloadable' | 'files' | 'image' | 'permalink' | 'description'>;

interface SaleableRecord<Document> {
  readonly id: number;
  readonly parent_id: number | null;
  readonly type: string;
  readonly name: string;
  readonly slug: string | null;
  readonly sku: string | null;
  readonly status: ProductStatus;
  readonly price: number | null;
  readonly regular_price: number | null;
  readonly sale_price: number | null;
  readonly manage_stock: boolean;
  readonly stock_quantity: number | null;
  readonly stock_status: ProductStockStatus;
  readonly backorders: BackorderRule;
  readonly low_stock_amount: number | null;
  readonly created_at: Date;
  readonly document: Document;
}

type ProductDocument = SaleableDocument & Pick<Product, 'attributes'>;
type VariationDocument = SaleableDocument & Pick<Variation, 'attributes'>;

const columns = `r.id, r.parent_id, r.type, r.name, r.slug, r.sku, r.status, r.price, r.regular_price, r.sale_price, r.manage_stock,
  r.stock_quantity, r.stock_status, r.backorders, r.low_stock_amount, r.created_at, r.document`;

/** Queries for products, with the ids of their categories by position. */
export const productTable: RecordTable<
  SaleableRecord<ProductDocument> & { readonly category_ids: readonly number[] },
  Product
> = {
  table: 'product',
  columns: `${columns}, array(
    select category_id from product_category_link l where l.product_id = r.id order by l.position, l.category_id) as category_ids`,
  only: 'r.parent_id is null',
  created: 'created_at',
  modified: 'modified_at',
  toRecord: (row) => ({
    ...saleableOf(row),
    type: row.type as Product['type'],
    slug: row.slug,
    categoryIds: row.category_ids,
  }),
};

/** Queries for variations. */
export const variationTable: RecordTable<SaleableRecord<VariationDocument>, Variation> = {
  table: 'product',
  columns,
  only: 'r.parent_id is not null',
  created: 'created_at',
  modified: 'modified_at',
  toRecord: (row) => ({ ...saleableOf(row), productId: row.parent_id ?? 0 }),
};

const saleableOf = <Document>(row: SaleableRecord<Document>) => ({
  id: row.id,
  name: row.name,
  sku: row.sku,
  status: row.status,
  price: row.price,
  regularPrice: row.regular_price,
  salePrice: row.sale_price,
  manageStock: row.manage_stock,
  stockQuantity: row.stock_quantity,
  stockStatus: row.stock_status,
  backorders: row.backorders,
  lowStockAmount: row.low_stock_amount,
  createdAt: row.created_at,
  ...row.document,
});

export const productTarget: UpsertTarget = {
  table: 'product',
  columns: {
    parent_id: 'int',
    type: 'text',
    name: 'text',
    name_key: 'text',
    slug: 'text',
    sku: 'text',
    sku_key: 'text',
    status: 'text',
    price: 'bigint',
    regular_price: 'bigint',
    sale_price: 'bigint',
    manage_stock: 'boolean',
    stock_quantity: 'bigint',
    stock_status: 'text',
    backorders: 'text',
    low_stock_amount: 'bigint',
    search_text: 'text',
    document: 'json',
  },
};

/** The normalised sku, on which the unique index is. */
export const productSkuKey = (sku: string): string => sku.toLowerCase();

export const toProductRow = (product: Product): UpsertRow => ({
  ...toSaleableRow(product),
  parent_id: null,
  type: product.type,
  slug: product.slug,
  document: { ...documentOf(product), attributes: product.attributes } satisfies ProductDocument,
});

export const toVariationRow = (variation: Variation): UpsertRow => ({
  ...toSaleableRow(variation),
  parent_id: variation.productId,
  type: 'variation',
  slug: null,
  document: { ...documentOf(variation), attributes: variation.attributes } satisfies VariationDocument,
});

const toSaleableRow = (saleable: Saleable) => ({
  id: saleable.id,
  name: saleable.name,
  name_key: nameKey(saleable.name),
  sku: saleable.sku,
  sku_key: saleable.sku === null ? null : productSkuKey(saleable.sku),
  status: saleable.status,
  price: saleable.price,
  regular_price: saleable.regularPrice,
  sale_price: saleable.salePrice,
  manage_stock: saleable.manageStock,
  stock_quantity: saleable.stockQuantity,
  stock_status: saleable.stockStatus,
  backorders: saleable.backorders,
  low_stock_amount: saleable.lowStockAmount,
  search_text: searchText(saleable.name, saleable.sku),
  created_at: saleable.createdAt,
});

const documentOf = (saleable: Saleable): SaleableDocument => ({
  virtual: saleable.virtual,
  downloadable: saleable.downloadable,
  files: saleable.files,
  image: saleable.image,
  permalink: saleable.permalink,
  description: saleable.description,
});
