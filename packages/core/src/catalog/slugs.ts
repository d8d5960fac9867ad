import { type Product, slugCandidates, uniqueSlugs } from '../commerce/index.ts';
import type { CatalogPorts } from './ports.ts';

const WORD = 'product';

/** The products with their slugs: given, stored, or made of the name, and unique. */
export async function withSlugs(
  { products }: Pick<CatalogPorts, 'products'>,
  drafts: readonly Product[],
): Promise<readonly Product[]> {
  if (drafts.length === 0) return [];
  const request = { slugs: slugCandidates(drafts, WORD), ids: drafts.map(({ id }) => id) };
  const slugs = uniqueSlugs(drafts, await products.slugOwners(request), WORD);
  return drafts.map((draft, index) => ({ ...draft, slug: slugs[index] ?? draft.slug }));
}
