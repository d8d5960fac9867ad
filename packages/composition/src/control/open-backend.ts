import { DataFolderInUse } from '@backroom/adapters-persistence';
import { compose } from '../compose.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';
import { SystemClock } from '../system-clock.ts';
import { type Backend, localBackend } from './backend.ts';
import { connectControlSocket } from './control-socket.ts';

/** Attempts, and the pause between them (ms), while another process has the data open: 20 seconds in total. */
const attempts = 100;
const pauseMillis = 200;

/**
 * Connects to the server that has the embedded database open, if one is running, else opens the database. Waits up to
 * 20 seconds for other commands, or a server that is starting.
 * @throws SettingsError when migrations are pending
 * @throws DataFolderInUse after that time
 * @throws DataFolderCopied when the running server has the original of a copied folder open
 * @throws OtherVersion when the running server is not of the version of this program
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
    await application.extensions.prepare();
    return localBackend(application);
  } catch (error) {
    await application.close();
    throw error;
  }
}

export const pendingMigrations = (names: readonly string[]): SettingsError =>
  new SettingsError([
    `The database needs ${names.length} migration(s): run "backroom migrate", or start with --migrate.`,
  ]);
