import { useCase } from '../../kernel/use-case.ts';
import type { DocumentState } from '../../outbound/index.ts';
import { isTrusted } from '../catalogue/catalogue-kind.ts';
import { loadCatalogue } from '../catalogue/load-catalogue.ts';
import type { MarketplacePorts } from '../ports.ts';

/** The catalogue for administrators. */
export interface CatalogueReport {
  /** The configured source; null without one. */
  readonly source: string | null;
  /** Whether the last good copy counts for the configured source and keys. */
  readonly isUsed: boolean;
  /** Products and groups of the copy, if it counts. */
  readonly products: number;
  readonly groups: number;
  readonly state: DocumentState;
}

/** Reports source, state and size of the extension catalogue. */
export const showCatalogue = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketplacePorts) =>
    async (_, __: object): Promise<CatalogueReport> => {
      const state = await ports.catalogueStore.read();
      const { products, groups } = await loadCatalogue(ports);
      return {
        source: ports.extensionCatalog.address,
        isUsed: isTrusted(ports, state),
        products: products.length,
        groups: groups.length,
        state,
      };
    },
);
