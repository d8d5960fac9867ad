import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { checkAnswered } from './answered-codes.ts';
import { checkPairs, chosen, pairsIn, rowsOf, withRows } from './answered-pairs.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database `postgres` of the one real server of this run: `inject('postgresUrl')`. */
    postgresUrl: string;
    /** Where processes note the codes that servers answered. */
    answeredFolder: string;
    /** `npm test -- --update`: kept pictures are written, not compared. */
    writesPictures: boolean;
  }
}

/** One real PostgreSQL for the whole run. Where it cannot be started, the run fails: nothing is skipped in silence. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.stderr.write(`PostgreSQL ${server.version} (${server.source}) listens on port ${server.port}.\n`);
  project.provide('postgresUrl', server.url);
  const answered = mkdtempSync(join(tmpdir(), 'backroom-answered-'));
  project.provide('answeredFolder', answered);
  project.provide('writesPictures', project.config.snapshotOptions.updateSnapshot === 'all');
  return async () => {
    await server.stop();
    try {
      checkAnswered(answered, readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8'));
      if (!project.config.testNamePattern) comparePairs(pairsIn(answered));
    } finally {
      rmSync(answered, { recursive: true });
    }
  };
}

/** With `ROUTE_TESTS=write` wrong rows of the page are regenerated. */
function comparePairs(noted: ReturnType<typeof pairsIn>): void {
  const file = new URL('../../docs/shop-route-tests.md', import.meta.url);
  const page = readFileSync(file, 'utf8');
  if (process.env.ROUTE_TESTS === 'write') writeFileSync(file, withRows(page, chosen(rowsOf(page), noted)));
  else checkPairs(noted, page);
}
