import type { Settings } from '@backroom/composition';
import { choice, flag } from '@backroom/core/interface';
import { command } from '../../command.ts';
import { explainDataInUse } from '../../failure.ts';

/** Migrates the database. */
export const migrate = command({
  name: 'migrate',
  group: 'Run the server',
  summary: 'Migrate the database schema, or list the pending migrations.',
  examples: ['backroom migrate', 'backroom migrate status', 'backroom migrate --dry-run --json'],
  args: { what: choice(['up', 'status'], { default: 'up', description: 'Migrate, or list; "up" by default.' }) },
  flags: { dry_run: flag({ description: 'List the pending migrations without applying them.' }) },
  async run({ print, settings }, { what, dryRun }) {
    const database = await openOwn(await settings({}, { needsKeys: false }));
    try {
      if (what === 'status' || dryRun) {
        const pending = await database.pendingMigrations();
        print.say(pending.length === 0 ? 'The schema is up to date.' : `To be done (${pending.length}):`);
        return print.result({ applied: [], pending }, pending);
      }
      const applied = await database.migrate();
      print.say(applied.length === 0 ? 'The schema was up to date already.' : `Done (${applied.length}):`);
      print.result({ applied, pending: [] }, applied);
    } finally {
      await database.close();
    }
  },
});

/** Never through a running server, whose schema must not change. */
async function openOwn(settings: Settings) {
  const { openSchema } = await import('@backroom/composition');
  return explainDataInUse(openSchema(settings), upToDate);
}

const upToDate =
  'A server only runs on an up-to-date schema, so with one of this version there is nothing to do; after an update, stop it, migrate, and start it again.';
