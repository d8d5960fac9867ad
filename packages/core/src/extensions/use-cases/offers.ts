import type { CatalogueProduct, ExtensionType } from '../../commerce/index.ts';
import type { Page, PageRequest } from '../../kernel/page.ts';
import { offsetOf } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import { isNewer, loadCatalogue } from '../../marketplace/index.ts';
import type { ExtensionPorts } from '../ports.ts';
import { placePackage } from '../setup/find-package.ts';
import type { ExtensionInput } from './change-extension.ts';

/** A product of the catalogue, and what is installed of it. */
export interface ExtensionOffer {
  readonly product: CatalogueProduct;
  /** Null where it is not installed. */
  readonly installedVersion: string | null;
  /** Whether the catalogue has a newer version than the installed one. */
  readonly hasUpdate: boolean;
  /** The version of this system that it needs; null where this one is enough. */
  readonly needsVersion: string | null;
}

/** Which products, and which page of them. */
export interface ListOffersInput extends PageRequest {
  readonly type: ExtensionType;
}

/** Lists the extensions or the themes of the catalogue, in its order, with the installed versions. */
export const listExtensionOffers = useCase(
  { access: 'manage_extensions', effect: 'read' },
  (ports: ExtensionPorts) =>
    async (_, { type, ...request }: ListOffersInput): Promise<Page<ExtensionOffer>> => {
      const products = (await loadCatalogue(ports)).products.filter((product) => product.type === type);
      const installed = await (type === 'theme' ? ports.themes : ports.extensions).list();
      const versions = new Map(installed.map(({ slug, version }) => [slug, version]));
      const offset = offsetOf(request);
      const entries = products
        .slice(offset, offset + request.perPage)
        .map((product) => offerOf(ports, product, versions.get(product.slug) ?? null));
      return { entries, total: products.length };
    },
);

const offerOf = (
  { build }: ExtensionPorts,
  product: CatalogueProduct,
  installedVersion: string | null,
): ExtensionOffer => ({
  product,
  installedVersion,
  hasUpdate: installedVersion !== null && isNewer(product.version, installedVersion),
  needsVersion:
    product.minShopVersion !== null && isNewer(product.minShopVersion, build.version) ? product.minShopVersion : null,
});

/** What a package asks for, before it is installed or updated. */
export interface InspectedExtension {
  readonly slug: string;
  readonly title: string;
  readonly version: string;
  /** Capabilities that its installation grants. */
  readonly rights: readonly string[];
  /** Those of them that the installed version does not have; all without an installed version. */
  readonly newRights: readonly string[];
  /** Hosts that it may send requests to. */
  readonly hosts: readonly string[];
}

/**
 * Fetches and checks the package of an extension as its installation does, and returns what it asks for. Nothing is installed.
 * @throws DomainError `extension_unknown`, `extension_not_installable`, `extension_shop_too_old`, `extension_package_mismatch`,
 *   `extension_manifest_invalid`, `extension_manifest_mismatch`, `extension_api_unsupported`, `extension_right_forbidden`,
 *   `extension_package_unavailable`, `extension_installer_unavailable`
 */
export const inspectExtension = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    transaction: 'own',
    repeats: 'none',
    runsLong: true,
    refusals: {
      'not-found': ['extension_unknown'],
      conflict: ['extension_not_installable', 'extension_shop_too_old'],
      invalid: [
        'extension_package_mismatch',
        'extension_manifest_invalid',
        'extension_manifest_mismatch',
        'extension_api_unsupported',
        'extension_right_forbidden',
      ],
      unavailable: ['extension_package_unavailable'],
      'switched-off': ['extension_installer_unavailable'],
    },
  },
  (ports: ExtensionPorts) =>
    async (_, { slug }: ExtensionInput): Promise<InspectedExtension> => {
      const { folder, manifest } = await placePackage(ports, slug);
      await ports.extensionInstaller.remove(folder);
      const granted = (await ports.extensions.find(slug))?.rights ?? [];
      const { title, version, rights, hosts } = manifest;
      return { slug, title, version, rights, newRights: rights.filter((each) => !granted.includes(each)), hosts };
    },
);
