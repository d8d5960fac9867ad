import { DomainError, type Ports } from '@backroom/core';
import type { AnyJobKind } from '@backroom/core/jobs';
import { type Application, compose } from './compose.ts';
import { pendingMigrations } from './control/open-backend.ts';
import { startExtensionSchedule } from './schedules/extension-schedule.ts';
import { combined } from './schedules/schedule.ts';
import type { Settings } from './settings/settings.ts';
import { startWorkers } from './workers.ts';

/** A process that only runs jobs. */
export interface RunningWorkers {
  readonly application: Application;
  /** Graceful shutdown: completes the current steps, releases their jobs, and closes everything. */
  close(): Promise<void>;
}

export interface WorkOptions {
  /** Maximum concurrent jobs. */
  readonly workers: number;
  /** Additional kinds of jobs. */
  readonly kinds?: readonly AnyJobKind<Ports>[];
}

/**
 * Starts workers in a separate process, besides the servers of the same database.
 * @throws SettingsError when migrations are pending
 * @throws DomainError `workers_need_a_server` for the embedded database, which belongs to one process
 */
export async function work(settings: Settings, { workers, kinds = [] }: WorkOptions): Promise<RunningWorkers> {
  if (settings.database.kind !== 'server') throw workersNeedAServer();
  const application = await compose(settings, {}, kinds);
  try {
    const pending = await application.database.pendingMigrations();
    if (pending.length > 0) throw pendingMigrations(pending);
    await application.extensions.prepare();
    const working = await startWorkers(application, workers);
    const following = combined([startExtensionSchedule(application)]);
    const close = async () => {
      await following.end();
      await working.end();
      await application.close();
    };
    return { application, close };
  } catch (error) {
    await application.close();
    throw error;
  }
}

const workersNeedAServer = (): DomainError =>
  new DomainError(
    'conflict',
    'workers_need_a_server',
    'The embedded database belongs to one process: there the server does the work itself. Set DATABASE_URL for workers of their own.',
  );
