import { DomainError } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { isExpired } from '../../marketplace/index.ts';
import type { Extension } from '../extension.ts';
import type { ExtensionPorts } from '../ports.ts';
import { downgradeOne } from '../setup/downgrade.ts';
import { type UpdateOutcome, updateOne } from '../setup/update.ts';
import type { ExtensionInput } from './change-extension.ts';

/**
 * Updates an extension to the version of the catalogue, and grants the rights that it asks for. A version that cannot be loaded is
 * given up for the one before.
 * @throws DomainError `extension_not_installed`, `extension_unknown`, `extension_not_installable`, `extension_shop_too_old`
 */
export const updateExtension = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    runsLong: true,
    audit: 'extension.update',
    refusals: {
      'not-found': ['extension_not_installed', 'extension_unknown'],
      conflict: ['extension_not_installable', 'extension_shop_too_old'],
    },
  },
  (ports: ExtensionPorts) =>
    async (_, { slug }: ExtensionInput, { note }): Promise<UpdateOutcome> => {
      const target = { type: 'extension', id: slug };
      note({ target });
      const before = await ports.extensions.find(slug);
      const outcome = await updateOne(ports, slug, { grantsRights: true });
      const changes = { version: { from: before?.version, to: outcome.version } };
      const failed = outcome.reason !== null && { reason: 'rolled_back' };
      note({ target, changes, isIdle: outcome.kind === 'current', ...failed });
      return outcome;
    },
);

/**
 * Goes back to the version of an extension before its last update; the same again returns to the newer one.
 * @throws DomainError `extension_not_installed`, `extension_previous_missing`, `extension_not_loaded`
 */
export const downgradeExtension = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    runsLong: true,
    audit: 'extension.downgrade',
    refusals: {
      'not-found': ['extension_not_installed'],
      conflict: ['extension_previous_missing'],
      misconfigured: ['extension_not_loaded'],
    },
  },
  (ports: ExtensionPorts) =>
    async (_, { slug }: ExtensionInput, { note }): Promise<Extension> => {
      const target = { type: 'extension', id: slug };
      note({ target });
      const from = (await ports.extensions.find(slug))?.version;
      const extension = await downgradeOne(ports, slug);
      note({ target, changes: { version: { from, to: extension.version } } });
      return extension;
    },
);

/**
 * Updates the extensions of connected licences with automatic updates, and returns the number of those updated. One that asks for
 * rights that it does not have waits for `updateExtension`.
 */
export const updateDueExtensions = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', runsLong: true },
  (ports: ExtensionPorts) =>
    async (_, __: object): Promise<number> => {
      let updated = 0;
      for (const slug of await dueSlugs(ports))
        try {
          const { kind } = await updateOne(ports, slug, { grantsRights: false });
          if (kind === 'updated') updated += 1;
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          ports.log.warn('extension not updated', { slug, code: error.code, reason: error.message });
        }
      return updated;
    },
);

async function dueSlugs({ licenceLedger, extensionLookup, extensions, clock }: ExtensionPorts) {
  const now = clock.now();
  const licences = (await licenceLedger.list()).filter(
    (licence) => licence.autoUpdates && licence.sites.length > 0 && !isExpired(licence, now),
  );
  if (licences.length === 0) return [];
  const ids = licences.map(({ productId }) => productId);
  const offered = new Set((await extensionLookup.find({ ids, type: 'plugin' })).map(({ slug }) => slug));
  return (await extensions.list()).map(({ slug }) => slug).filter((slug) => offered.has(slug));
}
