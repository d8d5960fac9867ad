import { openReportReading, RecentWrites } from '@backroom/adapters-persistence';
import type { Question, ReportRunner } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, serverUrl } from '../support/databases.ts';
import { type OpenFacts, openFacts } from '../support/fact-stores.ts';
import { factRows } from '../support/facts.ts';
import {
  CachingReportRunner,
  type Database,
  MikroShopSettingsStore,
  ReportCache,
  SqlReportRunner,
} from '../support/persistence.ts';

const totalOf = (from: 'order' | 'line'): Question => ({
  [from]: {
    ...{ kind: 'groups', from, keys: {}, orderBy: [], where: { op: 'all', of: [] } },
    measures: ['rows'],
  },
});
const count = async (reports: ReportRunner, from: 'order' | 'line') =>
  Number((await reports.answer(totalOf(from)))[from]?.[0]?.rows);

/** Reports as they are read on a server, and how often a snapshot was opened. */
function readingOf(database: Database) {
  const plain = new SqlReportRunner(database);
  const settings = new MikroShopSettingsStore(database, defaultShopSettings);
  let opened = 0;
  const runner = new CachingReportRunner({
    source: {
      answerAt: (question) => plain.answerAt(question),
      readSnapshot: (work) => {
        opened += 1;
        return plain.readSnapshot(work);
      },
    },
    units: database.unitOfWork,
    cache: new ReportCache({ maxBytes: 1_000_000, maxEntryBytes: 100_000 }),
  });
  /** As a request does: the settings first. */
  const share = <T>(work: (reports: ReportRunner) => Promise<T>) =>
    database.unitOfWork.runAs(1, async () => {
      await settings.read();
      return runner.inOneSnapshot(work);
    });
  return { share, opened: () => opened };
}

let ids = 0;
const anOrder = () => {
  ids += 1;
  return factRows({ id: ids, customerId: 1, created: '2024-01-05 10:00:00' });
};
const both = async (reports: ReportRunner) => [await count(reports, 'order'), await count(reports, 'line')];

describe.each(databases)('questions that share a snapshot ($name)', ({ open }) => {
  let opened: OpenFacts;
  beforeAll(async () => {
    opened = await openFacts({ open });
    await opened.addCustomers(1);
    await opened.write([anOrder(), anOrder()]);
  });
  afterAll(() => opened?.close());

  it('open none where all answers were kept', async () => {
    const { share, opened: times } = readingOf(opened.database);
    // Other tests use the server too, and whatever any of them commits is a new moment.
    for (let before = -1; before !== times(); ) {
      before = times();
      await share(both);
    }
    expect(times()).toBeGreaterThan(0);
  });

  it('see what was committed since answers were kept, in all of them', async () => {
    const { share } = readingOf(opened.database);
    const [orders = 0] = await share(both);
    await share((reports) => count(reports, 'order').then(async (first) => [first]));
    await opened.write([anOrder()]);
    expect((await share(both))[0]).toBe(orders + 1);
  });

  it('may read other stores meanwhile', async () => {
    const settings = new MikroShopSettingsStore(opened.database, defaultShopSettings);
    const { share } = readingOf(opened.database);
    const read = await share(async (reports) => {
      await count(reports, 'order');
      return (await settings.read()).currency;
    });
    expect(read).toBe(defaultShopSettings.currency);
  });

  it('fail all after a statement that failed', async () => {
    const runner = new SqlReportRunner(opened.database);
    const wrong: Question = { order: { ...totalOf('order').order, from: 'nothing' } as never };
    const errors = await runner.inOneSnapshot(async (reports) => {
      const failure = (question: Question) => reports.answer(question).catch((error: unknown) => error);
      return [await failure(wrong), await failure(totalOf('order'))];
    });
    expect(errors[0]).toBeInstanceOf(Error);
    expect(errors[1]).toBe(errors[0]);
  });
});

describe('questions that share a snapshot on a server', () => {
  const [postgres] = databases.filter(({ name }) => name === 'postgres');
  let opened: OpenFacts;
  let url: string;
  beforeAll(async () => {
    if (!postgres) throw new RangeError('There is no server.');
    opened = await openFacts(postgres, 4);
    await opened.addCustomers(1);
    await opened.write([anOrder(), anOrder()]);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(opened.database.kysely());
    url = serverUrl(rows[0]?.name);
  });
  afterAll(() => opened?.close());

  const reading = (statementMillis: number) => {
    const elapsed = () => performance.now();
    return openReportReading(opened.database, {
      ...{ server: { url, poolSize: 1 }, statementMillis, elapsed, recentWrites: new RecentWrites(elapsed, 0) },
      replicas: { urls: [], poolSize: 1, maxLagMillis: 0 },
    });
  };

  it('do not see what is committed between them, and are on one connection', async () => {
    const { runner, close } = reading(5_000);
    const seen = await runner.inOneSnapshot(async (reports) => {
      const before = await count(reports, 'order');
      await opened.write([anOrder()]);
      return { before, after: await count(reports, 'order'), lines: await count(reports, 'line') };
    });
    expect([seen.after, seen.lines]).toEqual([seen.before, seen.lines]);
    expect(await runner.inOneSnapshot((reports) => count(reports, 'order'))).toBe(seen.before + 1);
    await close();
  });

  it('take as long as one report together', async () => {
    const locking = new pg.Client(url);
    await locking.connect();
    const { runner, close } = reading(1_000);
    const start = performance.now();
    const codes = await runner.inOneSnapshot(async (reports) => {
      await count(reports, 'order');
      await locking.query('begin; lock table line_fact in access exclusive mode');
      await new Promise((resolve) => setTimeout(resolve, 600));
      const failure = (from: 'order' | 'line') =>
        count(reports, from).catch(({ code }: { readonly code: string }) => code);
      return [await failure('line'), await failure('line')];
    });
    const lasted = performance.now() - start;
    await locking.end();
    await close();
    expect(codes).toEqual(Array(2).fill('shop_analytics_report_timeout'));
    expect(lasted).toBeLessThan(1_550);
  });
});
