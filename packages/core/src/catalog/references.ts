import type { Product, ProductCategory, Saleable } from '../commerce/index.ts';
import { productCategoryCycle, productExists, referenceUnknown } from './errors.ts';
import type { CatalogPorts } from './ports.ts';

type Fault = Error | undefined;

/** Normalised form in which SKUs are unique. */
export const skuKey = (sku: string): string => sku.toLowerCase();

/** For each product or variation: an error if its SKU belongs to a stored one or to an earlier one of the list. */
export async function skuFaults(
  { products }: Pick<CatalogPorts, 'products'>,
  saleables: readonly Pick<Saleable, 'id' | 'sku'>[],
): Promise<readonly Fault[]> {
  const skus = [...new Set(saleables.flatMap(({ sku }) => (sku === null ? [] : skuKey(sku))))];
  const owners = new Map(skus.length > 0 ? await products.ownersOf(skus) : []);
  return saleables.map(({ id, sku }) => {
    if (sku === null) return undefined;
    const owner = owners.get(skuKey(sku));
    if (owner !== undefined && owner !== id) return productExists();
    owners.set(skuKey(sku), id);
    return undefined;
  });
}

/** For each product: an error if one of its categories does not exist. */
export async function categoryFaults(
  { taxonomy }: Pick<CatalogPorts, 'taxonomy'>,
  products: readonly Pick<Product, 'categoryIds'>[],
): Promise<readonly Fault[]> {
  const ids = [...new Set(products.flatMap(({ categoryIds }) => categoryIds))];
  const found = new Set((ids.length > 0 ? await taxonomy.findCategories(ids) : []).map(({ id }) => id));
  return products.map(({ categoryIds }) =>
    categoryIds.every((id) => found.has(id)) ? undefined : referenceUnknown('categoryIds'),
  );
}

/**
 * For each category: an error if its parent is neither stored nor earlier in the list, or is the category itself or one
 * of its descendants.
 */
export async function parentFaults(
  { taxonomy }: Pick<CatalogPorts, 'taxonomy'>,
  categories: readonly ProductCategoryNode[],
): Promise<readonly Fault[]> {
  const parents = await parentsAbove(taxonomy, categories);
  return categories.map(({ id, parentId }) => {
    const fault = faultAbove(parents, { id, parentId });
    if (!fault) parents.set(id, parentId);
    return fault;
  });
}

type ProductCategoryNode = Pick<ProductCategory, 'id' | 'parentId'>;

/** Parents of the named stored categories and of all their ancestors; one query per level. */
async function parentsAbove(
  taxonomy: CatalogPorts['taxonomy'],
  categories: readonly ProductCategoryNode[],
): Promise<Map<number, number | null>> {
  const parents = new Map<number, number | null>();
  let wanted = new Set(categories.flatMap(({ parentId }) => parentId ?? []));
  while (wanted.size > 0) {
    const found = await taxonomy.findCategories([...wanted]);
    for (const { id, parentId } of found) parents.set(id, parentId);
    wanted = new Set(found.flatMap(({ parentId }) => (parentId === null || parents.has(parentId) ? [] : parentId)));
  }
  return parents;
}

function faultAbove(parents: ReadonlyMap<number, number | null>, { id, parentId }: ProductCategoryNode): Fault {
  let above = parentId;
  while (above !== null) {
    if (above === id) return productCategoryCycle();
    const next = parents.get(above);
    if (next === undefined) return referenceUnknown('parentId');
    above = next;
  }
  return undefined;
}
