import { canonical } from '../../kernel/change.ts';
import type { StoredDirectorySettings } from '../directory-ports.ts';
import { bindPasswordRequired, managedByEnv } from '../errors.ts';
import type { IdentityPorts } from '../ports.ts';
import { type BindPassword, connectionOf, type DirectoryView, sealPassword, viewDirectory } from './access.ts';
import { type DirectorySettings, defaultDirectorySettings } from './directory.ts';
import { applyPatch, type DirectoryPatch, settingNames } from './patch.ts';
import { demandGoodSettings } from './rules.ts';

/** Proposed settings, with the password to use with them. */
export interface ProposedDirectory {
  readonly settings: DirectorySettings;
  readonly password: BindPassword;
}

/**
 * Applies a patch to the effective settings and validates the result.
 *
 * A stored password is never sent to another server or with weaker protection: a changed connection requires the password
 * again. This is checked before any connection is opened.
 * @throws DomainError `managed_by_env`, `plaintext_bind`, `bind_password_required`, `validation_failed`
 */
export function proposedDirectory(ports: IdentityPorts, view: DirectoryView, patch: DirectoryPatch): ProposedDirectory {
  const settings = applyPatch(view.settings, patch);
  demandNotFixed(view, settings, patch);
  demandGoodSettings(ports.directory, settings);
  const password = proposedPassword(view.password, patch.bindPassword);
  const isSame = connectionOf(settings) === connectionOf(view.settings);
  if (patch.bindPassword === undefined && password.kind !== 'none' && !isSame) throw bindPasswordRequired();
  return { settings, password };
}

/** Members fixed by the environment may be sent unchanged. */
function demandNotFixed(view: DirectoryView, settings: DirectorySettings, patch: DirectoryPatch): void {
  const changed = view.fixed.filter((name) =>
    name === 'bindPassword'
      ? patch.bindPassword !== undefined
      : canonical(settings[name]) !== canonical(view.settings[name]),
  );
  if (changed.length > 0) throw managedByEnv(changed.map((name) => (name === 'urls' ? 'url' : name)));
}

const proposedPassword = (current: BindPassword, proposed: string | null | undefined): BindPassword => {
  if (proposed === undefined) return current;
  return proposed === null || proposed === '' ? { kind: 'none' } : { kind: 'usable', value: proposed, isFixed: false };
};

/** The settings to store, and the resulting effective settings. */
export interface DirectoryChange {
  readonly proposed: ProposedDirectory;
  readonly kept: Pick<StoredDirectorySettings, 'settings' | 'sealedPassword'>;
  /** Effective members that get another value. */
  readonly changed: readonly string[];
}

/**
 * Plans the settings to store; members set by the environment are not stored.
 * @throws DomainError as `proposedDirectory`, `secrets_key_missing`
 */
export function planChange(
  ports: IdentityPorts,
  stored: StoredDirectorySettings | undefined,
  patch: DirectoryPatch,
): DirectoryChange {
  const view = viewDirectory(ports, stored);
  const proposed = proposedDirectory(ports, view, patch);
  const differs = (name: keyof DirectorySettings) =>
    canonical(proposed.settings[name]) !== canonical(view.settings[name]);
  const changed = settingNames.filter(differs);
  const own = stored?.settings ?? defaultDirectorySettings;
  const settings = { ...own, ...Object.fromEntries(changed.map((name) => [name, proposed.settings[name]])) };
  const { bindPassword } = patch;
  const sealedPassword =
    bindPassword === undefined
      ? (stored?.sealedPassword ?? null)
      : proposed.password.kind === 'usable'
        ? sealPassword(ports.secretBox, proposed.password.value, proposed.settings)
        : null;
  return {
    proposed,
    kept: { settings, sealedPassword },
    changed: [...changed, ...(bindPassword === undefined ? [] : ['bindPassword'])],
  };
}
