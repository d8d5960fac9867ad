import type { Amount } from '../kernel/amount.ts';
import type { Quantity } from '../kernel/decimal.ts';

/** What kinds of products there are; what is sold of a `variable` one is a variation. */
export const productTypes = ['simple', 'variable', 'grouped', 'external'] as const;
/** One of the kinds of products. */
export type ProductType = (typeof productTypes)[number];
/** Who may see a product. */
export const productStatuses = ['publish', 'private', 'draft', 'pending', 'trash'] as const;
/** One of the statuses of a product. */
export type ProductStatus = (typeof productStatuses)[number];
/** Whether a product can be bought. */
export const stockStatuses = ['instock', 'outofstock', 'onbackorder'] as const;
/** One of the statuses of stock. */
export type StockStatus = (typeof stockStatuses)[number];
/** Whether a product can be ordered when there is none, and whether the buyer is told. */
export const backorderRules = ['no', 'notify', 'yes'] as const;
/** One of the rules for orders beyond the stock. */
export type BackorderRule = (typeof backorderRules)[number];

/** What products and variations have in common; they share one space of ids. */
export interface Saleable {
  readonly id: number;
  readonly name: string;
  /** Null for none, of a variation for its product's; unique over products and variations, whatever the case. */
  readonly sku: string | null;
  readonly status: ProductStatus;
  readonly price: Amount | null;
  readonly regularPrice: Amount | null;
  readonly salePrice: Amount | null;
  readonly virtual: boolean;
  readonly downloadable: boolean;
  readonly manageStock: boolean;
  /** As sent; for a linked product the ledger's number is what is published. */
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

/** Something to download. */
export interface ProductFile {
  readonly id: string;
  readonly name: string;
  readonly file: string;
}

/** A property of a product that buyers see, and may choose by. */
export interface ProductAttribute {
  /** 0 for one that only this product has. */
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** Ids of terms, or texts. */
  readonly options: readonly (number | string)[];
  readonly variation: boolean;
}

/** Something the shop sells. */
export interface Product extends Saleable {
  readonly type: ProductType;
  readonly categoryIds: readonly number[];
  readonly attributes: readonly ProductAttribute[];
}

/** One choice of a variable product. */
export interface Variation extends Saleable {
  readonly productId: number;
  /** Key → slug of a term, or text; an empty text is any. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A heading under which products stand; not the category of the stockroom. */
export interface ProductCategory {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parentId: number | null;
}

/** A property that products share, with the values it can have. */
export interface Attribute {
  readonly id: number;
  readonly name: string;
  /** `pa_color`. */
  readonly key: string;
  readonly terms: readonly AttributeTerm[];
}

/** One value of an attribute; ids are unique over all attributes. */
export interface AttributeTerm {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}
