import { productCategoryCycle, productExists, referenceUnknown } from './errors.ts';
import type { CatalogPorts } from './ports.ts';
import type { Product, ProductCategory, Saleable } from './product.ts';

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

/** Why a category cannot stand where it wants to: there is nothing, or it is below itself. */
export async function parentFault(
  { taxonomy }: Pick<CatalogPorts, 'taxonomy'>,
  { id, parentId }: Pick<ProductCategory, 'id' | 'parentId'>,
): Promise<Fault> {
  let above = parentId;
  while (above !== null) {
    if (above === id) return productCategoryCycle();
    const category: ProductCategory | undefined = await taxonomy.findCategory(above);
    if (!category) return referenceUnknown('parentId');
    above = category.parentId;
  }
  return undefined;
}
