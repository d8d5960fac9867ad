import { canonical } from '../kernel/change.ts';
import { type DirectorySettings, defaultDirectorySettings } from './directory.ts';
import {
  type BindPassword,
  connectionOf,
  type DirectoryView,
  sealPassword,
  viewDirectory,
} from './directory-access.ts';
import type { StoredDirectorySettings } from './directory-ports.ts';
import { demandGoodSettings } from './directory-rules.ts';
import { type DirectoryWishes, settingNames, withWishes } from './directory-wishes.ts';
import { bindPasswordRequired, managedByEnv } from './errors.ts';
import type { IdentityPorts } from './ports.ts';

/** Settings as somebody wants them, with the password that may be used with them. */
export interface WantedDirectory {
  readonly settings: DirectorySettings;
  readonly password: BindPassword;
}

/**
 * The settings that would be in effect, checked.
 *
 * A kept password never goes to a server, nor in a manner, that it was not kept for: who changes the connection has to
 * send it again. That is decided before anybody connects to anything.
 * @throws DomainError `managed_by_env`, `plaintext_bind`, `bind_password_required`, `validation_failed`
 */
export function wantedDirectory(ports: IdentityPorts, view: DirectoryView, wishes: DirectoryWishes): WantedDirectory {
  const settings = withWishes(view.settings, wishes);
  demandNotFixed(view, settings, wishes);
  demandGoodSettings(ports.directory, settings);
  const password = wantedPassword(view.password, wishes.bindPassword);
  const isSame = connectionOf(settings) === connectionOf(view.settings);
  if (wishes.bindPassword === undefined && password.kind !== 'none' && !isSame) throw bindPasswordRequired();
  return { settings, password };
}

/** Whoever sends back what they read changes nothing. */
function demandNotFixed(view: DirectoryView, settings: DirectorySettings, wishes: DirectoryWishes): void {
  const changed = view.fixed.filter((name) =>
    name === 'bindPassword'
      ? wishes.bindPassword !== undefined
      : canonical(settings[name]) !== canonical(view.settings[name]),
  );
  if (changed.length > 0) throw managedByEnv(changed.map((name) => (name === 'urls' ? 'url' : name)));
}

const wantedPassword = (current: BindPassword, wish: string | null | undefined): BindPassword => {
  if (wish === undefined) return current;
  return wish === null || wish === '' ? { kind: 'none' } : { kind: 'usable', value: wish, isFixed: false };
};

/** What to keep, and what will be in effect then. */
export interface DirectoryChange {
  readonly wanted: WantedDirectory;
  readonly kept: Pick<StoredDirectorySettings, 'settings' | 'sealedPassword'>;
  /** Members of the settings in effect that get another value. */
  readonly changed: readonly string[];
}

/**
 * Plans what to keep; what the environment decides is left out of it.
 * @throws DomainError as `wantedDirectory`, `secrets_key_missing`
 */
export function planChange(
  ports: IdentityPorts,
  stored: StoredDirectorySettings | undefined,
  wishes: DirectoryWishes,
): DirectoryChange {
  const view = viewDirectory(ports, stored);
  const wanted = wantedDirectory(ports, view, wishes);
  const differs = (name: keyof DirectorySettings) =>
    canonical(wanted.settings[name]) !== canonical(view.settings[name]);
  const changed = settingNames.filter(differs);
  const own = stored?.settings ?? defaultDirectorySettings;
  const settings = { ...own, ...Object.fromEntries(changed.map((name) => [name, wanted.settings[name]])) };
  const { bindPassword } = wishes;
  const sealedPassword =
    bindPassword === undefined
      ? (stored?.sealedPassword ?? null)
      : wanted.password.kind === 'usable'
        ? sealPassword(ports.secretBox, wanted.password.value, wanted.settings)
        : null;
  return {
    wanted,
    kept: { settings, sealedPassword },
    changed: [...changed, ...(bindPassword === undefined ? [] : ['bindPassword'])],
  };
}
