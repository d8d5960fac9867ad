import type {
  Attribute,
  CommercePorts,
  LinkedStockReader,
  Product,
  ProductCategory,
  ProductFacts,
  ProductStatus,
  Variation,
} from '../commerce/index.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';

/** Which products a list shows; an absent member does not restrict. Bounds of creation are inclusive. */
export interface ProductFilter {
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly search?: string;
  readonly status?: readonly ProductStatus[];
  readonly after?: Date;
  readonly before?: Date;
  readonly modifiedAfter?: Date;
  readonly orderBy: 'id' | 'date' | 'modified';
  readonly order: 'asc' | 'desc';
}

/** Products and variations, which share one space of ids and of skus. */
export interface ProductStore {
  /** Gives the product with this id; undefined for a variation. */
  find(id: number): Promise<Product | undefined>;
  /** Gives the variation with this id; undefined for a product. */
  findVariation(id: number): Promise<Variation | undefined>;
  /** Which of these ids are taken, and by what. */
  taken(ids: readonly number[]): Promise<ReadonlyMap<number, 'product' | 'variation'>>;
  /** Who has these skus, by the sku in lower case. */
  ownersOf(skus: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Draws ids that nobody has used, above those that came along. */
  nextIds(count: number): Promise<readonly number[]>;
  /**
   * Keeps products with their categories in place of what was there; set-based. Gives those whose categories are not what they
   * were: what was sold in a category is to be counted anew for them.
   * @throws DomainError `shop_rest_product_exists` for a sku that another has
   */
  saveProducts(products: readonly Product[], now: Date): Promise<readonly number[]>;
  /**
   * Keeps variations in place of what was there; set-based.
   * @throws DomainError `shop_rest_product_exists` for a sku that another has
   */
  saveVariations(variations: readonly Variation[], now: Date): Promise<void>;
  /** Forgets products with their variations, and variations; gives those that were in categories. */
  remove(ids: readonly number[]): Promise<readonly number[]>;
  /** Gives one page of the products, and how many match. */
  list(filter: ProductFilter, page: PageRequest): Promise<Page<Product>>;
  /** Gives one page of the variations of a product, and how many match. */
  listVariations(productId: number, filter: ProductFilter, page: PageRequest): Promise<Page<Variation>>;
  /** Gives at most so many products behind this id, by id. */
  walk(afterId: number, most: number): Promise<readonly Product[]>;
  /** Gives at most so many variations behind this id, by id. */
  walkVariations(afterId: number, most: number): Promise<readonly Variation[]>;
}

/** The headings and the shared properties of products. */
export interface TaxonomyStore {
  /** Gives the category with this id. */
  findCategory(id: number): Promise<ProductCategory | undefined>;
  /** Gives those categories that exist, by id. */
  findCategories(ids: readonly number[]): Promise<readonly ProductCategory[]>;
  /** Draws ids that no category has used, above those that came along. */
  nextCategoryIds(count: number): Promise<readonly number[]>;
  /**
   * Keeps categories in place of what was there; what is as it was is not modified.
   * @throws DomainError `shop_rest_category_cycle`
   */
  saveCategories(categories: readonly ProductCategory[], now: Date): Promise<void>;
  /** Forgets a category; its children move up, its products lose it: those are given, for they stand under other headings now. */
  removeCategory(id: number): Promise<readonly number[]>;
  /** Gives one page of the categories, and how many match; statuses do not matter. */
  listCategories(filter: ProductFilter, page: PageRequest): Promise<Page<ProductCategory>>;
  /** Gives at most so many categories behind this id, by id. */
  walkCategories(afterId: number, most: number): Promise<readonly ProductCategory[]>;
  /**
   * Keeps attributes with their terms in place of what was there.
   * @throws DomainError `shop_rest_attribute_exists` for a key or the id of a term that another attribute has
   */
  saveAttributes(attributes: readonly Attribute[]): Promise<void>;
  /** Gives all attributes by id, with their terms in the order in which they were kept. */
  attributes(): Promise<readonly Attribute[]>;
}

/** Ports of the catalog context. */
export interface CatalogPorts extends KernelPorts, CommercePorts {
  readonly products: ProductStore;
  readonly taxonomy: TaxonomyStore;
  readonly facts: ProductFacts;
  readonly productLinks: LinkedStockReader;
}
