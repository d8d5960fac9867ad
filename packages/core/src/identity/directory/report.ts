import type { StoredDirectorySettings } from '../directory-ports.ts';
import type { IdentityPorts } from '../ports.ts';
import { viewDirectory } from './access.ts';
import type { CertificateSummary, DirectorySettings } from './directory.ts';

/** The effective settings, without secrets. */
export interface DirectoryReport {
  readonly settings: DirectorySettings;
  readonly isBindPasswordSet: boolean;
  /** True if the stored password cannot be opened or was sealed for another connection; the directory is not contacted then. */
  readonly hasBindPasswordError: boolean;
  /** The configured certificate authorities; null for the default trust store. */
  readonly certificates: readonly CertificateSummary[] | null;
  /** Members set by the environment. */
  readonly managedByEnv: readonly string[];
  /** 0 before anything was saved. */
  readonly version: number;
  readonly updatedAt: Date | null;
  readonly updatedBy: number | null;
}

/** The settings as shown to administrators. */
export function reportOf(ports: IdentityPorts, stored: StoredDirectorySettings | undefined): DirectoryReport {
  const { settings, password, fixed } = viewDirectory(ports, stored);
  return {
    settings,
    isBindPasswordSet: password.kind !== 'none',
    hasBindPasswordError: password.kind === 'unusable',
    certificates: certificatesOf(ports, settings),
    managedByEnv: fixed.flatMap((name) => (name === 'urls' ? ['url', 'urls'] : [name])),
    version: stored?.version ?? 0,
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored?.updatedBy ?? null,
  };
}

function certificatesOf({ directory }: IdentityPorts, settings: DirectorySettings) {
  if (settings.caCertificate === null) return null;
  const isBad = directory.faultsOf(settings).some(({ path }) => path[0] === 'caCertificate');
  return isBad ? null : directory.certificatesIn(settings.caCertificate);
}
