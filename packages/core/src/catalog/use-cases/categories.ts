import type { ProductCategory } from '../../commerce/index.ts';
import { categoryRecord } from '../../commerce/index.ts';
import { collectionOf } from '../../kernel/records/collection.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchProductCategory, productCategoryCycle, productCategoryExists } from '../errors.ts';
import type { CatalogPorts, CountedCategory, ProductFilter } from '../ports.ts';
import { parentFaults } from '../references.ts';

const categories = collectionOf<CatalogPorts, ProductCategory, ProductFilter>({
  word: 'product_category',
  schema: categoryRecord,
  access: 'manage_store',
  reading: 'manage_store',
  find: (ports, id) => ports.taxonomy.findCategory(id),
  hold: ({ recordLocks }, id) => recordLocks.hold('product_category', id),
  nextId: async (ports) => (await ports.taxonomy.nextCategoryIds(1))[0],
  defaults: () => ({}),
  async save(ports, category) {
    const [fault] = await parentFaults(ports, [category]);
    if (fault) throw fault;
    await ports.taxonomy.saveCategories([category], ports.clock.now());
  },
  async remove(ports, { id }) {
    const moved = await ports.taxonomy.removeCategory(id);
    if (moved.length > 0) await ports.facts.markProducts(moved);
  },
  list: (ports, { filter, page }) => ports.taxonomy.listCategories(filter, page),
  missing: noSuchProductCategory,
  exists: productCategoryExists,
  refusals: { save: [productCategoryCycle()] },
});

/**
 * Creates a product category from its record.
 * @throws DomainError `validation_failed`, `shop_rest_category_exists`, `unknown_reference`, `shop_rest_category_cycle`
 */
export const createProductCategory = categories.create;
/**
 * Changes members of a product category.
 * @throws DomainError `shop_rest_category_invalid_id`, `validation_failed`, `unknown_reference`, `shop_rest_category_cycle`
 */
export const updateProductCategory = categories.change;
/**
 * Deletes a product category; its children move up to its parent, its products lose it.
 * @throws DomainError `shop_rest_category_invalid_id`
 */
export const deleteProductCategory = categories.remove;
/**
 * Reads one product category by id.
 * @throws DomainError `shop_rest_category_invalid_id`
 */
export const readProductCategory = categories.read;
/** Lists product categories, one page at a time. */
export const listProductCategories = categories.list;

/** Maximum number of categories in the list of all. */
const MOST = 10_000;

/** Lists all product categories with the number of their products, up to 10,000, by id. */
export const countProductCategories = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ taxonomy }: CatalogPorts) =>
    (_, __: object): Promise<readonly CountedCategory[]> =>
      taxonomy.countedCategories(MOST),
);
