import type { CommercePorts } from '../commerce/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';

/** The running build. */
export interface Build {
  /** Version of the interfaces, as `1.4.1`. */
  readonly version: string;
  /** Source commit, if known. */
  readonly commit: string | null;
  /** Version of the JavaScript runtime. */
  readonly runtime: string;
}

/** Health probes of dependencies. */
export interface Probes {
  /** Whether the database answers within two seconds; probed at most once a second. */
  database(): Promise<boolean>;
  /** Names of pending migrations at the last probe. */
  pendingMigrations(): Promise<readonly string[]>;
  /** Whether changes fail because the storage of the database is full. */
  isStorageFull(): boolean;
  /** Whether an administrator exists, or existed when this process last looked. */
  administrator(): Promise<boolean>;
  /** Whether each read replica for reports is usable. */
  replicas(): readonly boolean[];
}

/** The ports of the site context. */
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

/** Whether the database or another adapter supplies each port. */
export const sitePorts = {
  build: 'service',
  probes: 'store',
  apiDescription: 'service',
  shopDescription: 'service',
} as const;
