import type { Ports } from '@backroom/core';
import type { BootstrapOutcome } from '@backroom/core/identity';
import type { AnyJobKind } from '@backroom/core/jobs';
import type { Application } from './compose.ts';
import type { Settings } from './settings/settings.ts';

export interface RunningServer {
  readonly application: Application;
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** Names of the migrations that were applied at this start. */
  readonly migrated: readonly string[];
  readonly administrator: BootstrapOutcome;
  /** Graceful shutdown: drains requests and jobs, then closes everything. */
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Whether pending migrations are applied first. */
  readonly migrate: boolean;
  /** Additional kinds of jobs. */
  readonly kinds?: readonly AnyJobKind<Ports>[];
  /** The folder of the built desk, in place of that of its package. */
  readonly deskFolder?: string | undefined;
}

/**
 * Starts a server: database, workers, HTTP, metrics, the control socket and the first administrator.
 * @throws SettingsError when migrations are pending and not requested, or the first administrator is refused
 */
export async function serve(settings: Settings, options: ServeOptions): Promise<RunningServer> {
  // Loaded on demand: commands without a server need no HTTP framework.
  const { startServer } = await import('./server.ts');
  return startServer(settings, options);
}
