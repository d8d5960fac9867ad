import type {
  Attribute,
  CommercePorts,
  LinkedStockReader,
  Product,
  ProductCategory,
  ProductFacts,
  ProductStatus,
  RecordLocks,
  SlugOwner,
  Variation,
} from '../commerce/index.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';

/** Filter of a product list; absent members do not restrict, but for `auto-draft`, which only `status` includes. Bounds of the creation date are inclusive. */
export interface ProductFilter {
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly search?: string;
  readonly status?: readonly ProductStatus[];
  /** Products in this category or below it; has no effect on lists of other records. */
  readonly categoryId?: number;
  readonly after?: Date;
  readonly before?: Date;
  readonly modifiedAfter?: Date;
  readonly orderBy: 'id' | 'date' | 'modified';
  readonly order: 'asc' | 'desc';
}

/** Filter of products that are counted by status. */
export type ProductCountFilter = Omit<ProductFilter, 'status' | 'orderBy' | 'order'>;

/** Repository of products and variations, which share one space of ids and of SKUs. */
export interface ProductStore {
  /** Loads a product by id; undefined for the id of a variation. */
  find(id: number): Promise<Product | undefined>;
  /** Loads a variation by id; undefined for the id of a product. */
  findVariation(id: number): Promise<Variation | undefined>;
  /** Those of these ids that exist, with their kind. */
  taken(ids: readonly number[]): Promise<ReadonlyMap<number, 'product' | 'variation'>>;
  /** Ids of the products and variations with these SKUs, keyed by the SKU in lower case. */
  ownersOf(skus: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Products with one of these slugs or ids that have a slug. */
  slugOwners(request: {
    readonly slugs: readonly string[];
    readonly ids: readonly number[];
  }): Promise<readonly SlugOwner[]>;
  /** Loads a product by slug. */
  findBySlug(slug: string): Promise<Product | undefined>;
  /** Reserves unused ids, above all ids that were supplied by clients or imports. */
  nextIds(count: number): Promise<readonly number[]>;
  /**
   * Upserts products with their categories, set-based. Returns the ids whose categories changed: category roll-ups must
   * be recomputed for them.
   * @throws DomainError `shop_rest_product_exists` for a sku that another has
   */
  saveProducts(products: readonly Product[], now: Date): Promise<readonly number[]>;
  /**
   * Upserts variations, set-based.
   * @throws DomainError `shop_rest_product_exists` for a sku that another has
   */
  saveVariations(variations: readonly Variation[], now: Date): Promise<void>;
  /** Deletes products with their variations, and variations; returns the ids that had categories. */
  remove(ids: readonly number[]): Promise<readonly number[]>;
  /** One page of the matching products, with the total. */
  list(filter: ProductFilter, page: PageRequest): Promise<Page<Product>>;
  /** Numbers of the matching products by status, by one statement; statuses without products are absent. */
  countByStatus(filter: ProductCountFilter): Promise<ReadonlyMap<ProductStatus, number>>;
  /** One page of the matching variations of a product, with the total. */
  listVariations(productId: number, filter: ProductFilter, page: PageRequest): Promise<Page<Variation>>;
  /** Up to `most` products with a higher id than `afterId`, in ascending order of id. */
  walk(afterId: number, most: number): Promise<readonly Product[]>;
  /** Up to `most` variations with a higher id than `afterId`, in ascending order of id. */
  walkVariations(afterId: number, most: number): Promise<readonly Variation[]>;
  /** As `walk`, of the published simple and variable products. */
  walkPublished(afterId: number, most: number): Promise<readonly Product[]>;
  /** As `walkVariations`, of the published variations of published variable products. */
  walkPublishedVariations(afterId: number, most: number): Promise<readonly Variation[]>;
  /** Number of products and variations that `walkPublished` and `walkPublishedVariations` return in all. */
  countPublished(): Promise<number>;
  /** Number of published products, at most `most`; of all types, and without variations. */
  countPublishedUpTo(most: number): Promise<number>;
}

/** A category with the number of its products, of every status. */
export interface CountedCategory extends ProductCategory {
  /** Products directly in the category. */
  readonly productCount: number;
  /** As `productCount`, with all categories below; each product counts once. */
  readonly totalProductCount: number;
}

/** Repository of product categories and shared attributes. */
export interface TaxonomyStore {
  /** Loads a category by id. */
  findCategory(id: number): Promise<ProductCategory | undefined>;
  /** The existing ones of these categories, by id. */
  findCategories(ids: readonly number[]): Promise<readonly ProductCategory[]>;
  /** Reserves unused category ids, above all ids that were supplied by clients or imports. */
  nextCategoryIds(count: number): Promise<readonly number[]>;
  /**
   * Upserts categories; unchanged categories keep their modification time.
   * @throws DomainError `shop_rest_category_cycle`
   */
  saveCategories(categories: readonly ProductCategory[], now: Date): Promise<void>;
  /**
   * Deletes a category: its children move up to its parent, its products lose it. Returns the ids of the products whose
   * categories changed.
   */
  removeCategory(id: number): Promise<readonly number[]>;
  /** One page of the matching categories, with the total; the status filter is ignored. */
  listCategories(filter: ProductFilter, page: PageRequest): Promise<Page<ProductCategory>>;
  /** Up to `most` categories by id, each with the number of its products. */
  countedCategories(most: number): Promise<readonly CountedCategory[]>;
  /** Up to `most` categories with a higher id than `afterId`, in ascending order of id. */
  walkCategories(afterId: number, most: number): Promise<readonly ProductCategory[]>;
  /**
   * Upserts attributes with their terms.
   * @throws DomainError `shop_rest_attribute_exists` for a key or the id of a term that another attribute has
   */
  saveAttributes(attributes: readonly Attribute[]): Promise<void>;
  /** All attributes by id, each with its terms in their stored order. */
  attributes(): Promise<readonly Attribute[]>;
}

/** Ports of the catalog context. */
export interface CatalogPorts extends KernelPorts, CommercePorts {
  readonly products: ProductStore;
  readonly taxonomy: TaxonomyStore;
  readonly facts: ProductFacts;
  readonly productLinks: LinkedStockReader;
  readonly recordLocks: RecordLocks;
}

/** Whether the database or another adapter supplies each port. */
export const catalogPorts = { products: 'store', taxonomy: 'store' } as const;
