import { demandVersion, type ExpectedVersions } from '../../../kernel/change.ts';
import { useCase } from '../../../kernel/use-case.ts';
import type { IdentityPorts } from '../../ports.ts';

/**
 * Deletes the settings of the directory and its password. Directory accounts are kept, but cannot sign in until a
 * directory is configured again.
 * @throws DomainError `precondition_failed`, `managed_by_env`
 */
export const removeDirectorySettings = useCase(
  { access: 'manage_system', effect: 'write', audit: 'directory.remove', refusals: { conflict: ['managed_by_env'] } },
  ({ directorySettings }: IdentityPorts) =>
    async (_, input: { readonly expectedVersions?: ExpectedVersions }, { note }): Promise<void> => {
      const held = await directorySettings.hold();
      demandVersion({ version: held?.version ?? 0 }, input.expectedVersions);
      const isThere = await directorySettings.remove();
      note({ target: { type: 'directory', id: 'ldap' }, isIdle: !isThere });
    },
);
