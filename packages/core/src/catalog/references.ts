import type { Product, ProductCategory, Saleable } from '../commerce/index.ts';
import { productCategoryCycle, productExists, referenceUnknown } from './errors.ts';
import type { CatalogPorts } from './ports.ts';

/** What is wrong with a sku or a reference; undefined where it is as it must be. */
type Fault = Error | undefined;

/** The sku in the form in which it is unique. */
export const skuKey = (sku: string): string => sku.toLowerCase();

/** For each of these products and variations: whether somebody else has its sku, among those stored and those before it. */
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

/** For each of these products: the first category that does not exist. */
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
 * For each of these categories: why it cannot stand where it wants to. What it stands below is stored, or comes before it in
 * the list, and is not below it.
 */
export async function parentFaults(
  { taxonomy }: Pick<CatalogPorts, 'taxonomy'>,
  categories: readonly Placed[],
): Promise<readonly Fault[]> {
  const parents = await parentsAbove(taxonomy, categories);
  return categories.map(({ id, parentId }) => {
    const fault = faultAbove(parents, { id, parentId });
    if (!fault) parents.set(id, parentId);
    return fault;
  });
}

type Placed = Pick<ProductCategory, 'id' | 'parentId'>;

/** What stored categories stand below: those that are named, and all that is above them; a look for each level. */
async function parentsAbove(
  taxonomy: CatalogPorts['taxonomy'],
  categories: readonly Placed[],
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

function faultAbove(parents: ReadonlyMap<number, number | null>, { id, parentId }: Placed): Fault {
  let above = parentId;
  while (above !== null) {
    if (above === id) return productCategoryCycle();
    const next = parents.get(above);
    if (next === undefined) return referenceUnknown('parentId');
    above = next;
  }
  return undefined;
}
