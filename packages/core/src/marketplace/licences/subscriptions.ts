import type { CatalogueProduct, InstalledPackage } from '../../commerce/index.ts';
import { loadCatalogue } from '../catalogue/load-catalogue.ts';
import type { MarketplacePorts } from '../ports.ts';
import type { Licence } from './licence.ts';

/** A licence with its product, seen from one site. */
export interface Subscription {
  readonly licence: Licence;
  /** Undefined if the catalogue does not list it any more. */
  readonly product: CatalogueProduct | undefined;
  /** Undefined if the product is not installed. */
  readonly installed: InstalledPackage | undefined;
  /** All keys of the same product. */
  readonly keys: readonly string[];
  /** Base address of the site that asks. */
  readonly site: string;
  readonly now: Date;
}

/** The licences of the ledger as subscriptions, the newest first. */
export async function subscriptionsAt(ports: MarketplacePorts, site: string): Promise<readonly Subscription[]> {
  const licences = await ports.licenceLedger.list();
  if (licences.length === 0) return [];
  const { products } = await loadCatalogue(ports);
  const byId = new Map(products.map((product) => [product.productId, product]));
  const installed = new Map((await ports.installedPackages.list()).map((each) => [each.slug, each]));
  const keysOf = Map.groupBy(licences, ({ productId }) => productId);
  const now = ports.clock.now();
  return licences.map((licence) => ({
    licence,
    product: byId.get(licence.productId),
    installed: installed.get(byId.get(licence.productId)?.slug ?? ''),
    keys: (keysOf.get(licence.productId) ?? []).map(({ productKey }) => productKey),
    site,
    now,
  }));
}

/** One licence as a subscription. */
export async function subscriptionOf(ports: MarketplacePorts, licence: Licence, site: string): Promise<Subscription> {
  const [product] = await ports.extensionLookup.find({ ids: [licence.productId] });
  const packages = product === undefined ? [] : await ports.installedPackages.list();
  const installed = packages.find(({ slug }) => slug === product?.slug);
  return { licence, product, installed, keys: [licence.productKey], site, now: ports.clock.now() };
}
