import type { CatalogueGroup, CatalogueProduct } from '../../commerce/index.ts';
import { type DocumentKind, type DocumentRules, type DocumentState, isCopyUsed } from '../../outbound/index.ts';
import { catalogueOutdated, catalogueTooLarge, catalogueUnavailable } from '../errors.ts';
import type { CataloguePorts } from '../ports.ts';
import { checkSignature, isSignatureTrusted } from './check-signature.ts';
import { CATALOGUE_BYTES } from './format.ts';
import { type CatalogueFile, type FileProduct, readCatalogue } from './read-catalogue.ts';

const DAY_MS = 24 * 3_600_000;

/** The last good copy of the catalogue. */
export interface ExtensionCatalogue {
  /** Null without a copy that counts. */
  readonly version: number | null;
  /** The key that signed it; null if no keys are configured. */
  readonly keyId: string | null;
  readonly groups: readonly CatalogueGroup[];
  readonly products: readonly CatalogueProduct[];
}

/** Rules of the source of the extension catalogue. */
export const catalogueRules: DocumentRules = {
  name: 'catalogue',
  maxBytes: CATALOGUE_BYTES,
  unavailable: catalogueUnavailable,
  tooLarge: catalogueTooLarge,
};

/** The extension catalogue, signed where keys are configured. */
export const extensionCatalogue: DocumentKind<CataloguePorts, CatalogueFile, ExtensionCatalogue> = {
  rules: catalogueRules,
  maxAge: DAY_MS,
  at: ({ extensionCatalog, catalogueStore }) => ({ source: extensionCatalog, copies: catalogueStore }),
  read: readCatalogue,
  view: catalogueOf,
  isTrusted: isSignatureTrusted,
  accept(ports, file, before) {
    const keyId = checkSignature(ports, file, before.revokedKeys);
    const isSameSource = before.address === ports.extensionCatalog.address;
    if (isSameSource && before.version !== null && file.version < before.version)
      throw catalogueOutdated(file.version, before.version);
    // Only a signature entitles to revoke.
    const revokedKeys =
      keyId === null ? before.revokedKeys : [...new Set([...before.revokedKeys, ...file.revokedKeys])];
    return { version: file.version, keyId, revokedKeys };
  },
};

/** Whether the last good copy counts: it is of the configured source, and its key is trusted still. */
export const isTrusted = (ports: CataloguePorts, state: DocumentState): boolean =>
  isCopyUsed(extensionCatalogue, ports, state);

function catalogueOf(file: CatalogueFile, { address, keyId }: DocumentState): ExtensionCatalogue {
  const products = file.products.map((product) => productOf(product, { address, isSigned: keyId !== null }));
  const byId = new Map(products.map((product) => [product.productId, product]));
  const groups = file.groups.map(({ items, url = null, ...group }) => ({
    ...group,
    url,
    items: items.flatMap((id) => byId.get(id) ?? []),
  }));
  return { version: file.version, keyId, groups, products };
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
