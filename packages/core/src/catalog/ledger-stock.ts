import { publishedStock } from '../inventory/index.ts';
import type { UseCase } from '../kernel/use-case.ts';
import type { CatalogPorts } from './ports.ts';
import type { Saleable } from './product.ts';

/** The products with the stock that is published of them: of those that are items of the stockroom what the ledger has. */
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

/** A use case that gives one product, with the stock that is published of it. */
export const showingStock = <I, P extends Saleable>(
  useCase: UseCase<CatalogPorts, I, P>,
): UseCase<CatalogPorts, I, P> => ({
  ...useCase,
  make(ports) {
    const work = useCase.make(ports);
    return async (actor, input, note) => {
      const product = await work(actor, input, note);
      return (await withLedgerStock(ports, [product]))[0] ?? product;
    };
  },
});
