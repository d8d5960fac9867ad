import type { CatalogueGroup, CatalogueProduct, InstalledPackage } from '../../commerce/index.ts';
import { isExpired, isMaxed, isNewer, type Licence, type Subscription } from '../index.ts';

const SECOND = 1_000;
/** Time (ms) before its end in which a licence is shown as expiring. */
const EXPIRING = 60 * 86_400_000;

const presentItem = (product: CatalogueProduct) => ({
  id: product.productId,
  title: product.name,
  image: product.icon,
  excerpt: product.description,
  link: product.url,
  price: product.price,
  currency: product.currency,
  billing: product.billing,
  rating: product.rating,
  reviewsCount: product.reviewsCount,
  vendorName: product.vendorName,
  vendorUrl: product.vendorUrl,
  icon: product.icon,
  slug: product.slug,
  type: product.type,
  version: product.version,
  categories: product.categories,
  isInstallable: product.isInstallable,
});

/** A group with its products. */
export const presentGroup = ({ items, ...group }: CatalogueGroup) => ({
  id: group.id,
  title: group.title,
  description: group.description,
  url: group.url,
  itemType: group.itemType,
  items: items.map(presentItem),
});

const keyTypes = {
  unlimited: { key_type: 'unlimited', key_type_label: 'Any number of sites' },
  single: { key_type: 'single', key_type_label: 'One site' },
  multi: { key_type: 'multi', key_type_label: 'Several sites' },
} as const;

function keyTypeOf({ sitesMax }: Licence) {
  if (sitesMax === 0) return keyTypes.unlimited;
  return sitesMax === 1 ? keyTypes.single : keyTypes.multi;
}

/** A licence as clients of the marketplace know it. */
export const presentSubscription = ({ licence, product, installed, keys, site, now }: Subscription) => ({
  product_key: licence.productKey,
  product_id: licence.productId,
  ...productMembers(product),
  ...keyTypeOf(licence),
  // Licences are renewed by a new key or at the licence server, never by this installation.
  autorenew: false,
  auto_update: licence.autoUpdates,
  connections: licence.sites,
  legacy_connections: [],
  shares: [],
  lifetime: licence.expiresAt === null,
  expires: licence.expiresAt === null ? 0 : Math.floor(licence.expiresAt.getTime() / SECOND),
  expired: isExpired(licence, now),
  expiring: !isExpired(licence, now) && isExpired(licence, new Date(now.getTime() + EXPIRING)),
  sites_max: licence.sitesMax,
  sites_active: licence.sites.length,
  maxed: isMaxed(licence),
  order_id: licence.orderId,
  product_keys_all: keys,
  active: licence.sites.includes(site),
  local: presentInstalled(installed),
  has_updates: installed !== undefined && product !== undefined && isNewer(product.version, installed.version),
  subscription_installed: installed !== undefined,
});

const presentInstalled = (installed: InstalledPackage | undefined) => ({
  installed: installed !== undefined,
  active: installed?.isActive ?? false,
  version: installed?.version ?? null,
  type: installed?.type ?? null,
  slug: installed?.slug ?? null,
  path: installed?.folder ?? null,
});

const productMembers = (product: CatalogueProduct | undefined) => ({
  product_name: product?.name ?? '',
  product_url: product?.url ?? null,
  product_icon: product?.icon ?? null,
  product_slug: product?.slug ?? '',
  product_type: product?.type ?? null,
  documentation_url: product?.documentationUrl ?? null,
  zip_slug: product?.slug ?? '',
  product_status: product === undefined ? 'unlisted' : 'listed',
  version: product?.version ?? null,
});
