import { useCase } from '../../kernel/use-case.ts';
import { type DocumentState, refreshDocument, refreshDocumentWhenDue } from '../../outbound/index.ts';
import { extensionCatalogue } from '../catalogue/catalogue-kind.ts';
import type { MarketplacePorts } from '../ports.ts';

/**
 * Reads the source of the catalogue now. A file that cannot be read or accepted leaves the last good copy; its fault is a
 * member of the state. Without a configured source, nothing happens.
 */
export const refreshCatalogue = useCase(
  { access: 'manage_store', effect: 'write', transaction: 'own', repeats: 'none', audit: 'catalogue.refresh' },
  (ports: MarketplacePorts) =>
    (_, __: object, context): Promise<DocumentState> =>
      refreshDocument(extensionCatalogue, ports, { ...context, id: 'extensions' }),
);

/** Reads the source if the last success is a day old, the last failure an hour, or the copy does not count. */
export const refreshCatalogueWhenDue = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  (ports: MarketplacePorts) =>
    (_, __: object, { inUnit }): Promise<DocumentState | undefined> =>
      refreshDocumentWhenDue(extensionCatalogue, ports, inUnit),
);
