import type { CatalogueFilter, CatalogueProduct, ExtensionLookup } from '../../commerce/index.ts';
import { loadDocument } from '../../outbound/index.ts';
import type { CataloguePorts } from '../ports.ts';
import { type ExtensionCatalogue, extensionCatalogue } from './catalogue-kind.ts';

const nothing: ExtensionCatalogue = { version: null, keyId: null, groups: [], products: [] };

/** Loads the last good copy: one statement, and a second one after a change. */
export const loadCatalogue = async (ports: CataloguePorts): Promise<ExtensionCatalogue> =>
  (await loadDocument(extensionCatalogue, ports)) ?? nothing;

/** The lookup for other contexts. */
export const createExtensionLookup = (ports: CataloguePorts): ExtensionLookup => ({
  find: async (filter) => (await loadCatalogue(ports)).products.filter((product) => fits(product, filter)),
});

const fits = (product: CatalogueProduct, { ids, slugs, type, category, tag }: CatalogueFilter): boolean =>
  (ids?.includes(product.productId) ?? true) &&
  (slugs?.includes(product.slug) ?? true) &&
  (type === undefined || product.type === type) &&
  (category === undefined || product.categories.includes(category)) &&
  (tag === undefined || product.tags.some(({ slug }) => slug === tag));
