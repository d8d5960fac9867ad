import type { CatalogueFilter, CatalogueGroup, CatalogueProduct, ExtensionLookup } from '../../commerce/index.ts';
import type { CataloguePorts, CatalogueState, CatalogueStore } from '../ports.ts';
import { isTrusted } from './check-signature.ts';
import { type CatalogueFile, type FileProduct, readCatalogue } from './read-catalogue.ts';

/** The last good copy of the catalogue. */
export interface ExtensionCatalogue {
  /** Null without a copy that counts. */
  readonly version: number | null;
  readonly groups: readonly CatalogueGroup[];
  readonly products: readonly CatalogueProduct[];
}

const nothing: ExtensionCatalogue = { version: null, groups: [], products: [] };

/** Documents that were read already, by their store; a change of the revision replaces them. */
const readDocuments = new WeakMap<CatalogueStore, { readonly key: string; readonly catalogue: ExtensionCatalogue }>();

/** Loads the last good copy: one statement, and a second one after a change. */
export async function loadCatalogue(ports: CataloguePorts): Promise<ExtensionCatalogue> {
  const { catalogueStore, extensionCatalog } = ports;
  if (extensionCatalog.address === null) return nothing;
  const state = await catalogueStore.read();
  if (!isTrusted(ports, state)) return nothing;
  const known = readDocuments.get(catalogueStore);
  if (known?.key === keyOf(state)) return known.catalogue;
  const document = await catalogueStore.document();
  if (!document) return nothing;
  const catalogue = catalogueOf(readCatalogue(document.text), state);
  // Another document may have been accepted since the state was read: the next call reads it.
  if (document.revision === state.revision) readDocuments.set(catalogueStore, { key: keyOf(state), catalogue });
  return catalogue;
}

/** The lookup for other contexts. */
export const createExtensionLookup = (ports: CataloguePorts): ExtensionLookup => ({
  find: async (filter) => (await loadCatalogue(ports)).products.filter((product) => fits(product, filter)),
});

/** A revision whose unit of work was rolled back may be used again, at another time. */
const keyOf = ({ revision, address, keyId, acceptedAt }: CatalogueState): string =>
  `${revision} ${acceptedAt?.getTime()} ${keyId} ${address}`;

const fits = (product: CatalogueProduct, { ids, slugs, type, category, tag }: CatalogueFilter): boolean =>
  (ids?.includes(product.productId) ?? true) &&
  (slugs?.includes(product.slug) ?? true) &&
  (type === undefined || product.type === type) &&
  (category === undefined || product.categories.includes(category)) &&
  (tag === undefined || product.tags.some(({ slug }) => slug === tag));

function catalogueOf(file: CatalogueFile, { address, keyId }: CatalogueState): ExtensionCatalogue {
  const products = file.products.map((product) => productOf(product, { address, isSigned: keyId !== null }));
  const byId = new Map(products.map((product) => [product.productId, product]));
  const groups = file.groups.map(({ items, url = null, ...group }) => ({
    ...group,
    url,
    items: items.flatMap((id) => byId.get(id) ?? []),
  }));
  return { version: file.version, groups, products };
}

interface ProductSource {
  readonly address: string | null;
  readonly isSigned: boolean;
}

const productOf = (product: FileProduct, { address, isSigned }: ProductSource): CatalogueProduct => {
  const { package: file } = product;
  return {
    ...product,
    icon: product.icon ?? null,
    url: product.url ?? null,
    documentationUrl: product.documentationUrl ?? null,
    checkoutUrl: product.checkoutUrl ?? null,
    rating: product.rating ?? null,
    vendorUrl: product.vendorUrl ?? null,
    preview: product.preview ?? null,
    minShopVersion: product.minShopVersion ?? null,
    package: file === undefined ? null : { ...file, url: packageUrl(file.url, address ?? '') },
    isInstallable: product.isInstallable && file !== undefined && isSigned,
  };
};

/** Relative paths begin at the folder of the catalogue. */
const packageUrl = (url: string, address: string): string =>
  url.startsWith('https://') ? url : address.slice(0, address.lastIndexOf('/') + 1) + url;
