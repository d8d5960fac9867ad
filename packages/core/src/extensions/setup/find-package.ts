import type { CatalogueProduct, ExtensionType } from '../../commerce/index.ts';
import { isNewer, loadCatalogue } from '../../marketplace/index.ts';
import { extensionNotInstallable, extensionUnknown, shopTooOld } from '../errors.ts';
import type { ExtensionPorts, PlacedPackage, RequestedPackage } from '../ports.ts';

/** A package that may be installed, and the id of the key that signed its catalogue. */
export interface SignedPackage {
  readonly requested: RequestedPackage;
  readonly signedBy: string;
}

/**
 * Finds the package of an extension in the catalogue.
 * @throws DomainError `extension_unknown`, `extension_not_installable`, `extension_shop_too_old`
 */
export async function findPackage(
  ports: ExtensionPorts,
  slug: string,
  types: readonly ExtensionType[] = ['plugin'],
): Promise<SignedPackage> {
  const { products, keyId } = await loadCatalogue(ports);
  const product = products.find((each) => each.slug === slug && types.includes(each.type));
  if (!product) throw extensionUnknown(slug);
  const { package: file, version, isInstallable } = product;
  if (!isInstallable || file === null || keyId === null) throw extensionNotInstallable(slug);
  demandShopVersion(ports, product);
  return { requested: { slug, version, file }, signedBy: keyId };
}

function demandShopVersion({ build }: ExtensionPorts, { slug, minShopVersion }: CatalogueProduct): void {
  if (minShopVersion !== null && isNewer(minShopVersion, build.version))
    throw shopTooOld(slug, minShopVersion, build.version);
}

/** A package in place, and who signed it; null for a folder of EXTENSIONS_UNSIGNED. */
export interface FoundPackage extends PlacedPackage {
  readonly signedBy: string | null;
}

/**
 * Places the package of an extension. A folder of EXTENSIONS_UNSIGNED comes before the catalogue.
 * @throws DomainError those of `findPackage` and of `ExtensionInstaller`
 */
export async function placePackage(ports: ExtensionPorts, slug: string): Promise<FoundPackage> {
  const unsigned = await ports.extensionInstaller.findUnsigned(slug);
  if (unsigned) return { ...unsigned, signedBy: null };
  const { requested, signedBy } = await findPackage(ports, slug);
  return { ...(await ports.extensionInstaller.place(requested)), signedBy };
}
