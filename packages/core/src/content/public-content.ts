import { withStock } from '../catalog/index.ts';
import { type Product, productTypes, type ShopSettings } from '../commerce/index.ts';
import { type Amount, MILLION } from '../kernel/numbers/amount.ts';
import { isStorableText } from '../kernel/text.ts';
import { notPublic } from './errors.ts';
import type { ContentPage } from './page.ts';
import type { ContentPorts } from './ports.ts';

/** The part of a public address that selects what is shown. */
export type PublicAddress = { readonly kind: 'front' } | { readonly kind: 'product' | 'page'; readonly slug: string };

/** What a public address shows, with everything that its page and its embed need. */
export interface PublicContent {
  readonly address: PublicAddress;
  /** Path below the address of the site: `/product/mug`; `/` for the front page. */
  readonly path: string;
  readonly title: string;
  /** Plain text of at most 200 characters, for previews. */
  readonly summary: string;
  /** Sanitised HTML. */
  readonly content: string;
  readonly image: string | null;
  /** Only of products. */
  readonly offer?: PublicOffer;
}

/** Price and availability of a product; amounts with the decimals of the shop. */
export interface PublicOffer {
  readonly price: string | null;
  /** The price before the reduction, if there is one. */
  readonly regularPrice: string | null;
  readonly currency: string;
  readonly stockStatus: Product['stockStatus'];
  readonly sku: string | null;
}

const SUMMARY = 200;

/**
 * Finds what a public address shows.
 * @throws DomainError `not_found` for what does not exist, is not published, or while public pages are switched off
 */
export async function findPublic(
  ports: ContentPorts,
  address: PublicAddress,
  settings: ShopSettings,
): Promise<PublicContent | undefined> {
  if (!ports.settings.publicPages || !isStorableText(slugOf(address))) throw notPublic();
  if (address.kind === 'product') return ofProduct(ports, address, settings);
  if (address.kind === 'page') return ofPage(ports, address, await ports.pages.findBySlug(address.slug));
  const { frontPage } = settings;
  const page = frontPage === null ? undefined : await ports.pages.find(frontPage);
  return page?.status === 'publish' ? ofPage(ports, address, page) : undefined;
}

const slugOf = (address: PublicAddress): string => (address.kind === 'front' ? '' : address.slug);

async function ofProduct(
  ports: ContentPorts,
  address: PublicAddress & { readonly kind: 'product' | 'page' },
  settings: ShopSettings,
): Promise<PublicContent> {
  const stored = await ports.products.findBySlug(address.slug);
  if (stored?.status !== 'publish' || !productTypes.includes(stored.type)) throw notPublic();
  const product = await withStock(ports, stored);
  const content = ports.htmlSanitizer.content(product.description ?? '');
  return {
    address,
    path: `/product/${encodeURIComponent(address.slug)}`,
    title: product.name,
    summary: summaryOf(ports, content),
    content,
    image: webAddress(product.image),
    offer: offerOf(product, settings),
  };
}

function offerOf(product: Product, { currency, priceDecimals }: ShopSettings): PublicOffer {
  const money = (amount: Amount | null) => (amount === null ? null : (amount / MILLION).toFixed(priceDecimals));
  const isReduced = product.price !== null && product.regularPrice !== null && product.price < product.regularPrice;
  return {
    price: money(product.price),
    regularPrice: isReduced ? money(product.regularPrice) : null,
    currency,
    stockStatus: product.stockStatus,
    sku: product.sku,
  };
}

function ofPage(ports: ContentPorts, address: PublicAddress, page: ContentPage | undefined): PublicContent {
  if (page?.status !== 'publish') throw notPublic();
  return {
    address,
    path: address.kind === 'front' ? '/' : `/page/${encodeURIComponent(address.slug)}`,
    title: page.title,
    summary: summaryOf(ports, page.content),
    content: page.content,
    image: null,
  };
}

function summaryOf({ htmlSanitizer }: ContentPorts, html: string): string {
  const text = [...htmlSanitizer.text(html).replace(/\s+/g, ' ').trim()];
  return text.length <= SUMMARY
    ? text.join('')
    : `${text
        .slice(0, SUMMARY - 1)
        .join('')
        .trimEnd()}…`;
}

/** Images are shown by address; any other text is not shown. */
const webAddress = (image: string | null): string | null =>
  image !== null && /^https?:\/\/[^\s"'<>]+$/i.test(image) ? image : null;
