import type { Settings } from '@backroom/composition';
import { choice, flag } from '@backroom/core/interface';
import { command } from '../command.ts';
import { tellUse } from '../failure.ts';

/** The command that brings the database up to date. */
export const migrate = command({
  name: 'migrate',
  group: 'Run the server',
  summary: 'Bring the schema of the database up to date, or say what is still to be done.',
  examples: ['backroom migrate', 'backroom migrate status', 'backroom migrate --dry-run --json'],
  args: { what: choice(['up', 'status'], { default: 'up', description: 'Do it, or only look; "up" unless given.' }) },
  flags: { dry_run: flag({ description: 'Only say what would be done.' }) },
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

/** Not through a running server: it was started on an up-to-date schema and must not see it change. */
async function openOwn(settings: Settings) {
  const { openSchema } = await import('@backroom/composition');
  return tellUse(openSchema(settings), upToDate);
}

const upToDate =
  'A server only runs on an up-to-date schema, so beside one of this version there is nothing to do; after an update, stop it, migrate, and start it again.';
