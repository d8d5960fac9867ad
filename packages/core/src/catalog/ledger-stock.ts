import type { Saleable } from '../commerce/index.ts';
import { publishedStock } from '../commerce/index.ts';
import type { CatalogPorts } from './ports.ts';

/** Products with their published stock: ledger stock for products linked to inventory items. */
export async function withLedgerStock<P extends Saleable>(
  { productLinks, shopSettings, settings, clock }: CatalogPorts,
  products: readonly P[],
): Promise<readonly P[]> {
  const ids = products.map(({ id }) => id);
  const found = await productLinks.stockOf(ids, { bySku: settings.stockLinkBySku, now: clock.now() });
  if (found.length === 0) return products;
  const linked = new Map(found.map((each) => [each.productId, each]));
  const rules = await shopSettings.read();
  return products.map((product) => ({ ...product, ...stockOf(product, linked.get(product.id), rules) }));
}

const stockOf = (
  { manageStock, stockQuantity, stockStatus, lowStockAmount }: Saleable,
  linked: Parameters<typeof publishedStock>[1],
  rules: Parameters<typeof publishedStock>[2],
) => publishedStock({ manageStock, stockQuantity, stockStatus, lowStockAmount }, linked, rules);

export async function withStock<P extends Saleable>(ports: CatalogPorts, product: P): Promise<P> {
  return (await withLedgerStock(ports, [product]))[0] ?? product;
}
