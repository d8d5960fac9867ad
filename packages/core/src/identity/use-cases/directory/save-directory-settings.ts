import type { Actor } from '../../../kernel/actor.ts';
import { userIdOf } from '../../../kernel/actor.ts';
import { demandVersion, type ExpectedVersions } from '../../../kernel/change.ts';
import { preconditionFailed } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { accessOf } from '../../directory/access.ts';
import { type DirectoryChange, planChange } from '../../directory/change.ts';
import type { DirectoryPatch } from '../../directory/patch.ts';
import { type DirectoryReport, reportOf } from '../../directory/report.ts';
import { publishedSteps } from '../../directory/steps.ts';
import type { StoredDirectorySettings } from '../../directory-ports.ts';
import { bindPasswordRequired, directoryTestFailed } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';

/** A partial change of the settings; absent members keep their values. */
export interface SaveDirectorySettingsInput extends DirectoryPatch {
  /** Tests the connection, and saves only if it works. */
  readonly verify?: boolean;
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Saves settings of the directory; they apply from the next login.
 * @throws DomainError `precondition_failed`, `managed_by_env`, `bind_password_required`, `plaintext_bind`,
 *   `ldap_test_failed`, `secrets_key_missing`
 */
export const saveDirectorySettings = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    transaction: 'own',
    audit: 'directory.save',
    refusals: {
      conflict: ['managed_by_env', 'secrets_key_missing'],
      invalid: ['bind_password_required', 'plaintext_bind', 'ldap_test_failed'],
    },
  },
  (ports: IdentityPorts) =>
    async (actor, input: SaveDirectorySettingsInput, { note }): Promise<DirectoryReport> => {
      note({ target: { type: 'directory', id: 'ldap' } });
      const tried = input.verify ? await tryOut(ports, input) : undefined;
      return ports.unitOfWork.run(async () => {
        const held = await ports.directorySettings.hold();
        if (tried && versionOf(held) !== tried.version) throw preconditionFailed();
        const { kept, changed } = planned(ports, held, input);
        note({ changes: Object.fromEntries(changed.map((name) => [name, true as const])) });
        if (held && changed.length === 0) return reportOf(ports, held);
        return reportOf(
          ports,
          await ports.directorySettings.save({ ...kept, updatedBy: writer(actor) }, ports.clock.now()),
        );
      });
    },
);

const versionOf = (stored: StoredDirectorySettings | undefined): number => stored?.version ?? 0;

/** Null for the command line, which has no account. */
const writer = (actor: Actor): number | null => (actor.via === 'bearer' ? userIdOf(actor) : null);

function planned(
  ports: IdentityPorts,
  stored: StoredDirectorySettings | undefined,
  input: SaveDirectorySettingsInput,
): DirectoryChange {
  demandVersion({ version: versionOf(stored) }, input.expectedVersions);
  return planChange(ports, stored, input);
}

/** Outside of any unit of work, because a directory may be slow. */
async function tryOut(ports: IdentityPorts, input: SaveDirectorySettingsInput): Promise<{ readonly version: number }> {
  const stored = await ports.directorySettings.find();
  const { settings, password } = planned(ports, stored, input).proposed;
  if (password.kind === 'unusable') throw bindPasswordRequired();
  const probe = await ports.directory.probe(accessOf(settings, password));
  if (!probe.ok) throw directoryTestFailed(publishedSteps(probe.steps));
  return { version: versionOf(stored) };
}
