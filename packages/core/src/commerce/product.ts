import type { Amount } from '../kernel/numbers/amount.ts';
import type { Quantity } from '../kernel/numbers/decimal.ts';

/** Product types; the sellable units of a `variable` product are its variations. */
export const productTypes = ['simple', 'variable', 'grouped', 'external'] as const;
export type ProductType = (typeof productTypes)[number];
/** Publication statuses of a product; an `auto-draft` was begun and never saved: lists show it only when asked for. */
export const productStatuses = ['publish', 'private', 'draft', 'pending', 'trash', 'auto-draft'] as const;
export type ProductStatus = (typeof productStatuses)[number];
export const stockStatuses = ['instock', 'outofstock', 'onbackorder'] as const;
export type StockStatus = (typeof stockStatuses)[number];
/** Whether a product can be ordered when out of stock, and whether the buyer is notified. */
export const backorderRules = ['no', 'notify', 'yes'] as const;
export type BackorderRule = (typeof backorderRules)[number];

/** Fields shared by products and variations, which share one id space. */
export interface Saleable {
  readonly id: number;
  readonly name: string;
  /** Null: none, or for a variation its product's. Unique over products and variations, case-insensitive. */
  readonly sku: string | null;
  readonly status: ProductStatus;
  readonly price: Amount | null;
  readonly regularPrice: Amount | null;
  readonly salePrice: Amount | null;
  readonly virtual: boolean;
  readonly downloadable: boolean;
  readonly manageStock: boolean;
  /** As received; for a linked product the ledger stock is published instead. */
  readonly stockQuantity: Quantity | null;
  readonly stockStatus: StockStatus;
  readonly backorders: BackorderRule;
  readonly lowStockAmount: Quantity | null;
  readonly createdAt: Date;
  readonly files: readonly ProductFile[];
  readonly image: string | null;
  readonly permalink: string | null;
  readonly description: string | null;
}

/** A downloadable file of a product. */
export interface ProductFile {
  readonly id: string;
  readonly name: string;
  readonly file: string;
}

/** An attribute of a product, visible to buyers and optionally used for its variations. */
export interface ProductAttribute {
  /** 0 for an attribute local to this product. */
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** Term ids, or texts. */
  readonly options: readonly (number | string)[];
  readonly variation: boolean;
}

export interface Product extends Saleable {
  readonly type: ProductType;
  /** Names the product in the address of its page; unique over products. Null in a draft: the stored one, or one made of the name. */
  readonly slug: string | null;
  readonly categoryIds: readonly number[];
  readonly attributes: readonly ProductAttribute[];
}

/** A purchasable variant of a variable product. */
export interface Variation extends Saleable {
  readonly productId: number;
  /** Key → slug of a term, or text; an empty text matches any value. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Category of the shop's catalog, distinct from the categories of the inventory. */
export interface ProductCategory {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parentId: number | null;
}

/** An attribute shared by products, with its terms. */
export interface Attribute {
  readonly id: number;
  readonly name: string;
  /** For example `pa_color`. */
  readonly key: string;
  readonly terms: readonly AttributeTerm[];
}

/** One value of an attribute; ids are unique over all attributes. */
export interface AttributeTerm {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}
