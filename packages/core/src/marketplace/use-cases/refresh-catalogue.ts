import { useCase } from '../../kernel/use-case.ts';
import { isTrusted } from '../catalogue/check-signature.ts';
import { attemptCatalogue, recordAttempt } from '../catalogue/refresh.ts';
import type { CatalogueState, MarketplacePorts } from '../ports.ts';

/** Age (ms) at which the copy is compared with its source. */
const DAY_MS = 24 * 3_600_000;
/** Time (ms) until a failed attempt is repeated. */
const HOUR_MS = 3_600_000;

/**
 * Reads the source of the catalogue now. A file that cannot be read or accepted leaves the last good copy; its fault is a
 * member of the state. Without a configured source, nothing happens.
 */
export const refreshCatalogue = useCase(
  { access: 'manage_store', effect: 'write', transaction: 'own', repeats: 'none', audit: 'catalogue.refresh' },
  (ports: MarketplacePorts) =>
    async (_, __: object, { note, inUnit }): Promise<CatalogueState> => {
      const target = { type: 'catalogue', id: 'extensions' };
      note({ target, isIdle: true });
      if (ports.extensionCatalog.address === null) return ports.catalogueStore.read();
      const attempt = await attemptCatalogue(ports);
      return inUnit(async () => {
        const { state, isReplaced } = await recordAttempt(ports, attempt);
        note({ target, isIdle: !isReplaced && state.fault === null, ...(state.fault && { reason: state.fault.code }) });
        return state;
      });
    },
);

/** Reads the source if the last success is a day old, the last failure an hour, or the copy does not count. */
export const refreshCatalogueWhenDue = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  (ports: MarketplacePorts) =>
    async (_, __: object, { inUnit }): Promise<CatalogueState | undefined> => {
      const { extensionCatalog, catalogueStore, clock } = ports;
      if (extensionCatalog.address === null) return undefined;
      const state = await catalogueStore.read();
      if (clock.now().getTime() < dueAt(state, isTrusted(ports, state))) return undefined;
      const attempt = await attemptCatalogue(ports);
      return inUnit(async () => (await recordAttempt(ports, attempt)).state);
    },
);

/** When the source is read again (ms since 1970). */
function dueAt({ checkedAt, fault }: CatalogueState, isUsed: boolean): number {
  if (checkedAt === null) return 0;
  if (fault !== null) return checkedAt.getTime() + HOUR_MS;
  return isUsed ? checkedAt.getTime() + DAY_MS : 0;
}
