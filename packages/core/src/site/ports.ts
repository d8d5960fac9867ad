import type { CommercePorts } from '../commerce/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';

/** Which build of the system is running. */
export interface Build {
  /** `1.4.1` */
  readonly version: string;
  /** Of the source it was built from, where known. */
  readonly commit: string | null;
  /** The version of the runtime. */
  readonly runtime: string;
}

/** Looks at what the system depends on. */
export interface Probes {
  /** Whether the database answers within two seconds; it is asked at most once a second. */
  database(): Promise<boolean>;
  /** Names of migrations that the database still needed when it was asked last. */
  pendingMigrations(): Promise<readonly string[]>;
  /** Whether changes fail because the storage of the database is full. */
  isStorageFull(): boolean;
  /** Whether an administrator exists, or existed when this process last looked. */
  administrator(): Promise<boolean>;
  /** Of each replica that reports may be read from, whether it can be used now. */
  replicas(): readonly boolean[];
}

/** What the site context needs. */
export interface SitePorts
  extends KernelPorts,
    CommercePorts,
    Pick<IdentityPorts, 'tokens' | 'directory' | 'directorySettings' | 'fixedDirectory' | 'secretBox'> {
  readonly build: Build;
  readonly probes: Probes;
  /** The OpenAPI document of the inventory interface. */
  readonly apiDescription: () => unknown;
  /** The OpenAPI document of the shop interface. */
  readonly shopDescription: () => unknown;
}
