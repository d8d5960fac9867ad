import type { CatalogueGroup } from '../../commerce/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { loadCatalogue } from '../catalogue/load-catalogue.ts';
import { productMissing, productUnknown } from '../errors.ts';
import { type Subscription, subscriptionsAt } from '../licences/subscriptions.ts';
import type { MarketplacePorts } from '../ports.ts';

/** Lists the groups of the extension catalogue; none without a catalogue. */
export const listFeatured = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketplacePorts) =>
    async (_, __: object): Promise<readonly CatalogueGroup[]> =>
      (await loadCatalogue(ports)).groups,
);

/** A preview that is safe to show. */
export interface SafePreview {
  readonly html: string;
  readonly css: string;
}

/**
 * Returns the preview of a product, sanitised; both texts are empty for a product without one.
 * @throws DomainError `marketplace_product_missing`, `marketplace_product_unknown`
 */
export const previewProduct = useCase(
  {
    access: 'manage_store',
    effect: 'read',
    refusals: { malformed: ['marketplace_product_missing'], 'not-found': ['marketplace_product_unknown'] },
  },
  ({ extensionLookup, previewSanitizer }: MarketplacePorts) =>
    async (_, { productId }: { readonly productId?: number }): Promise<SafePreview> => {
      if (productId === undefined) throw productMissing();
      const [product] = await extensionLookup.find({ ids: [productId] });
      if (!product) throw productUnknown();
      return previewSanitizer.sanitize(product.preview ?? { html: '', css: '' });
    },
);

/** Lists the licences of the installation, with their state at one site. */
export const listSubscriptions = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketplacePorts) =>
    async (_, { site }: { readonly site: string }): Promise<readonly Subscription[]> =>
      subscriptionsAt(ports, site),
);
