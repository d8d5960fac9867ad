import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { roundsIn } from '../support/how-long.ts';
import { makeDataFolder } from '../support/templates.ts';

/** Kills of a server during requests. */
export const rounds = roundsIn({ whole: 20, short: 4 });

/** Kills during longer work, of two kinds in turn at least; the embedded database takes longest to start again. */
export const roundsOfKills: Readonly<Record<string, number>> = roundsIn({
  whole: { embedded: 5, postgres: 15 },
  short: { embedded: 2, postgres: 2 },
});

/** Kills of worker processes, which one of the two databases has. */
export const roundsOfWorkers = roundsIn({ whole: 20, short: 2 });

/** Where the data of a server process can be, and how it is removed. */
export const places = [
  {
    name: 'embedded',
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'backroom-resilience-'));
      await makeDataFolder(folder);
      return { variables: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true, maxRetries: 3 }) };
    },
  },
  {
    name: 'postgres',
    async open() {
      const name = await createMigratedDatabase();
      return { variables: { DATABASE_URL: serverUrl(name) }, remove: () => dropDatabase(name) };
    },
  },
] as const;
