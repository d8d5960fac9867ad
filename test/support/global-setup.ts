import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database `postgres` of the one real server of this run: `inject('postgresUrl')`. */
    postgresUrl: string;
  }
}

/** One real PostgreSQL for the whole run. Where it cannot be started, the run fails: nothing is skipped in silence. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.stderr.write(`PostgreSQL ${server.version} (${server.source}) listens on port ${server.port}.\n`);
  project.provide('postgresUrl', server.url);
  return server.stop;
}
