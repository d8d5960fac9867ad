import { type Backend, localBackend } from './backend.ts';
import { compose } from './compose.ts';
import { connectControlSocket } from './control-socket.ts';
import { type Settings, SettingsError } from './settings.ts';

/**
 * Opens what commands work with: the server that holds the embedded data when one is running, else the data itself.
 * @throws SettingsError when the schema of the data is older than this version
 */
export async function openBackend(settings: Settings): Promise<Backend> {
  const { database } = settings;
  const running = database.kind === 'embedded' ? await connectControlSocket(database.folder) : undefined;
  if (running) return running;
  const application = await compose(settings);
  const pending = await application.database.pendingMigrations();
  if (pending.length === 0) return localBackend(application);
  await application.close();
  throw pendingMigrations(pending);
}

/** The schema has to be brought up to date first. */
export const pendingMigrations = (names: readonly string[]): SettingsError =>
  new SettingsError([`The database needs ${names.length} migration(s): run "backroom migrate", or start with --migrate.`]);
