import { canonical } from '../../kernel/change.ts';
import type { FixedDirectorySettings, SecretBox, StoredDirectorySettings } from '../directory-ports.ts';
import type { IdentityPorts } from '../ports.ts';
import { type DirectoryAccess, type DirectorySettings, defaultDirectorySettings } from './directory.ts';
import { faultsOfSettings } from './rules.ts';

/** The purpose the service account's password is sealed for. */
export const BIND_PASSWORD = 'ldap.bind_password';

/** The settings that determine which server receives the service account's password, and how it is protected in transit. */
const connectionNames = ['urls', 'startTls', 'tlsVerify', 'tlsServerName', 'caCertificate', 'bindDn'] as const;

/** The password of the service account; `unusable` if it cannot be opened or was sealed for another connection. */
export type BindPassword =
  | { readonly kind: 'none' | 'unusable' }
  | { readonly kind: 'usable'; readonly value: string; readonly isFixed: boolean };

/** The effective settings. */
export interface DirectoryView {
  readonly settings: DirectorySettings;
  readonly password: BindPassword;
  /** The members set by the environment. */
  readonly fixed: readonly (keyof DirectorySettings | 'bindPassword')[];
}

/** Canonical form of the connection settings, for comparison. */
export const connectionOf = (settings: DirectorySettings): string =>
  canonical(connectionNames.map((name) => settings[name]));

/** Merges stored settings with those of the environment, which take precedence. */
export function viewDirectory(
  { fixedDirectory, secretBox }: Pick<IdentityPorts, 'fixedDirectory' | 'secretBox'>,
  stored: StoredDirectorySettings | undefined,
): DirectoryView {
  const fixed = fixedSettings(fixedDirectory);
  const settings = { ...defaultDirectorySettings, ...stored?.settings, ...fixed };
  const isFixed = fixedDirectory.bindPassword !== undefined;
  return {
    settings,
    password: isFixed
      ? fixedPassword(fixedDirectory.bindPassword ?? null)
      : openPassword(secretBox, stored?.sealedPassword ?? null, settings),
    fixed: [...(Object.keys(fixed) as (keyof DirectorySettings)[]), ...(isFixed ? (['bindPassword'] as const) : [])],
  };
}

/** A password from the environment is only sent to servers set by the environment: it fixes the whole connection. */
function fixedSettings({ settings, bindPassword }: FixedDirectorySettings): Partial<DirectorySettings> {
  if (bindPassword === undefined) return settings;
  const names = [...connectionNames, 'allowPlaintext'] as const;
  return { ...Object.fromEntries(names.map((name) => [name, defaultDirectorySettings[name]])), ...settings };
}

const fixedPassword = (value: string | null): BindPassword =>
  value === null ? { kind: 'none' } : { kind: 'usable', value, isFixed: true };

/**
 * Seals a password together with its connection, so that it is never sent to another one.
 * @throws DomainError `secrets_key_missing`
 */
export const sealPassword = (box: SecretBox, value: string, settings: DirectorySettings): string =>
  box.seal(JSON.stringify([value, connectionOf(settings)]), BIND_PASSWORD);

function openPassword(box: SecretBox, sealed: string | null, settings: DirectorySettings): BindPassword {
  if (sealed === null) return { kind: 'none' };
  const opened = box.open(sealed, BIND_PASSWORD);
  const [value, connection] = opened === undefined ? [] : (JSON.parse(opened) as readonly string[]);
  if (value === undefined || connection !== connectionOf(settings)) return { kind: 'unusable' };
  return { kind: 'usable', value, isFixed: false };
}

/** Settings with the usable password. */
export const accessOf = (settings: DirectorySettings, password: BindPassword): DirectoryAccess => ({
  ...settings,
  bindPassword: password.kind === 'usable' ? password.value : null,
});

/** The state of the directory connection: disabled, ready, or unusable settings. */
export type DirectoryState =
  | { readonly kind: 'off' }
  | { readonly kind: 'ready'; readonly access: DirectoryAccess }
  | {
      readonly kind: 'unusable';
      readonly reason: 'bind_password_unusable' | 'settings_not_valid';
      readonly settings: DirectorySettings;
    };

/** Reads the current settings. */
export async function openDirectory(
  ports: Pick<IdentityPorts, 'directorySettings' | 'fixedDirectory' | 'secretBox'>,
): Promise<DirectoryState> {
  const { settings, password } = viewDirectory(ports, await ports.directorySettings.find());
  if (!settings.enabled) return { kind: 'off' };
  if (password.kind === 'unusable') return { kind: 'unusable', reason: 'bind_password_unusable', settings };
  if (faultsOfSettings(settings).length > 0) return { kind: 'unusable', reason: 'settings_not_valid', settings };
  return { kind: 'ready', access: accessOf(settings, password) };
}
