import { DataFolderInUse } from '@backroom/adapters-persistence';
import { compose } from '../compose.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';
import { SystemClock } from '../system-clock.ts';
import { type Backend, localBackend } from './backend.ts';
import { connectControlSocket } from './control-socket.ts';

/** So often, and with so long a pause, do we ask for data that another process has open. */
const attempts = 100;
const pauseMillis = 200;

/**
 * Opens what commands work with: the server that holds the embedded data when one is running, else the data itself.
 * Data that another command has open, or a server that is just starting, is waited for: 20 seconds, so that commands on a busy machine still find each other done.
 * @throws SettingsError when the schema of the data is older than this version
 * @throws DataFolderInUse
 */
export async function openBackend(settings: Settings): Promise<Backend> {
  const clock = new SystemClock();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await openRunning(settings)) ?? (await openOwn(settings));
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || attempt === attempts) throw error;
    }
    await clock.wait(pauseMillis);
  }
}

const openRunning = async ({ database }: Settings): Promise<Backend | undefined> =>
  database.kind === 'embedded' ? connectControlSocket(database.folder) : undefined;

async function openOwn(settings: Settings): Promise<Backend> {
  const application = await compose(settings);
  try {
    const pending = await application.database.pendingMigrations();
    if (pending.length > 0) throw pendingMigrations(pending);
    return localBackend(application);
  } catch (error) {
    await application.close();
    throw error;
  }
}

/** The schema has to be brought up to date first. */
export const pendingMigrations = (names: readonly string[]): SettingsError =>
  new SettingsError([
    `The database needs ${names.length} migration(s): run "backroom migrate", or start with --migrate.`,
  ]);
