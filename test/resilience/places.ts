import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { isLong } from '../support/how-long.ts';
import { makeDataFolder } from '../support/templates.ts';

/** The default number of rounds. */
export const fewRounds = 4;

/** Each start of the embedded database after a kill takes its time; `BACKROOM_LONG=1` is the whole promise. */
export const rounds = isLong ? 20 : fewRounds;

/** The embedded database takes longest to start again, so most of twenty rounds of both together are on the other. */
export const roundsOfTwenty: Readonly<Record<string, number>> = isLong
  ? { embedded: 5, postgres: 15 }
  : { embedded: 1, postgres: 2 };

/** For long work, whose rounds are minutes: all twenty of them with `BACKROOM_LONG=all`, since `.ci/run` has to end in half an hour. */
export const roundsOfWork: Readonly<Record<string, number>> =
  process.env.BACKROOM_LONG === '1' ? { embedded: 2, postgres: 5 } : roundsOfTwenty;

/** The same for workers of their own, which there are on one of the two only. */
export const roundsOfWorkers = process.env.BACKROOM_LONG === 'all' ? 20 : (roundsOfWork.postgres ?? 2);

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
