import type { CertificateSummary, DirectorySettings } from './directory.ts';
import { viewDirectory } from './directory-access.ts';
import type { StoredDirectorySettings } from './directory-ports.ts';
import type { IdentityPorts } from './ports.ts';

/** The settings in effect, without any secret. */
export interface DirectoryReport {
  readonly settings: DirectorySettings;
  readonly isBindPasswordSet: boolean;
  /** True when the kept password cannot be opened, or was kept for another connection: the directory is not asked then. */
  readonly hasBindPasswordError: boolean;
  /** Of the authorities that are believed; null where the usual ones are. */
  readonly certificates: readonly CertificateSummary[] | null;
  /** Members that the environment decides. */
  readonly managedByEnv: readonly string[];
  /** 0 before anything was saved. */
  readonly version: number;
  readonly updatedAt: Date | null;
  readonly updatedBy: number | null;
}

/** Tells about settings what administrators may know. */
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
