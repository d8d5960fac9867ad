import { setTimeout as later } from 'node:timers/promises';
import { PostgresJobQueue } from '@backroom/adapters-jobs';
import { listenForNotices } from '@backroom/adapters-persistence';
import { readSettings, serve, work } from '@backroom/composition';
import type { Ports } from '@backroom/core';
import type { JobKind } from '@backroom/core/jobs';
import { afterEach, describe, expect, it } from 'vitest';
import { createDatabase, createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { roundsIn } from '../support/how-long.ts';
import { type Database, openWith } from '../support/persistence.ts';
import { openProxy, type TestProxy } from '../support/proxy.ts';
import { submitJobs } from '../support/submit-jobs.ts';
import { ours } from '../support/templates.ts';

const listeners = 'backroom jobs';
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
const opened = <T>(made: T, end: (made: T) => Promise<void>): T => {
  ends.push(() => end(made));
  return made;
};

/** The largest number of connections in any second. */
function mostInOneSecond({ accepted }: TestProxy): number {
  const times = accepted.filter(({ name }) => name === listeners).map(({ at }) => at);
  return Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1_000).length));
}

/** A queue whose waits are a hundredth of those in production, with its statements on a connection beside the proxy. */
function openQueue(url: string, database: Database, heard: () => void) {
  const queue = new PostgresJobQueue(
    {
      executeSql: (text, values) => database.executeSql(text, values),
      listen: (channels, listener) =>
        listenForNotices(url, channels, listener, { heartbeatMillis: 100, answerMillis: 50 }),
      backOff: { firstMillis: 10, longestMillis: 300 },
    },
    () => {},
  );
  queue.work(1, async () => heard());
  return opened(queue, (each) => each.close());
}

const neverCalled = () => Promise.reject(new TypeError('A sender listens to no channel.'));

describe('the listening connection of workers', () => {
  it('is one at any time through outages of all kinds, and receives again afterwards', async () => {
    const name = opened(await createDatabase(), dropDatabase);
    const database = opened(await openWith({ kind: 'server', url: serverUrl(name), poolSize: 4 }, ours), (each) =>
      each.close(),
    );
    const proxy = opened(await openProxy(serverUrl(name)), (each) => each.close());
    let searches = 0;
    openQueue(proxy.url, database as Database, () => {
      searches += 1;
    });
    await expect.poll(() => proxy.connected(listeners).now).toBe(1);
    for (const mode of ['closing', 'hanging', 'closing', 'open'] as const) {
      proxy.become(mode);
      await later(1_500);
    }
    await expect.poll(() => proxy.connected(listeners)).toEqual({ now: 1, most: 1 });
    const { length } = proxy.accepted;
    // A hundredth of the production waits: 4.5 s of outage are 450 s, with a pause of 15 to 30 s between attempts.
    expect(length).toBeLessThan(60);
    const executeSql = (text: string, values?: readonly unknown[]) => database.executeSql(text, values);
    const sender = opened(new PostgresJobQueue({ executeSql, listen: neverCalled }, () => {}), (each) => each.close());
    // Workers search by themselves every two seconds, and at once after a notice.
    const [before, notices] = [searches, 10];
    for (let each = 0; each < notices; each += 1) await sender.send({ id: 'heard', notBefore: null });
    await expect.poll(() => searches - before, { timeout: 1_500 }).toBeGreaterThanOrEqual(2);
    const { rows } = await database.executeSql(
      `select count(*)::int as listening from pg_stat_activity where application_name = $1 and datname = $2`,
      [listeners, name],
    );
    expect(rows).toEqual([{ listening: 1 }]);
  });

  it('is opened although the server did not answer when the workers started', async () => {
    const name = opened(await createDatabase(), dropDatabase);
    const database = opened(await openWith({ kind: 'server', url: serverUrl(name), poolSize: 4 }, ours), (each) =>
      each.close(),
    );
    const proxy = opened(await openProxy(serverUrl(name)), (each) => each.close());
    proxy.become('closing');
    openQueue(proxy.url, database as Database, () => {});
    proxy.become('open');
    await expect.poll(() => proxy.connected(listeners)).toEqual({ now: 1, most: 1 });
  });

  /** Done in one step. */
  const oneStep: JobKind<Ports, Record<string, never>, number> = {
    ...{ name: 'test.once', priority: 0, attempts: 5, backoff: 1, inUnit: true },
    step: () => async () => ({ place: 1, done: 1, total: 1, isFinished: true }),
  };
  const outageMillis = roundsIn({ whole: 60_000, long: 20_000, short: 11_000 });

  it('is one at any time in a worker as in production, and work continues within 30 s', {
    timeout: 300_000,
  }, async () => {
    const name = opened(await createMigratedDatabase(), dropDatabase);
    const proxy = opened(await openProxy(serverUrl(name)), (each) => each.close());
    const environment = { JWT_SECRET: 'a secret of at least thirty-two bytes', LOG_LEVEL: 'silent', LOGIN_MIN_MS: '0' };
    const at = (url: string) => readSettings({ ...environment, DATABASE_URL: url, PORT: '0', JOB_WORKERS: '0' });
    opened(await work(at(proxy.url), { workers: 1, kinds: [oneStep] }), (each) => each.close());
    const { application } = opened(await serve(at(serverUrl(name)), { migrate: false, kinds: [oneStep] }), (each) =>
      each.close(),
    );
    const system = await application.actor('system');
    const submit = async () => (await submitJobs(application, oneStep, [{}]))[0] ?? '';
    const stateOf = async (id: string) => (await application.core.jobs.showJob(system, { id })).state;
    const before = await submit();
    await expect.poll(() => stateOf(before), { timeout: 10_000 }).toBe('done');
    for (const mode of ['closing', 'hanging'] as const) {
      proxy.become(mode);
      await later(outageMillis);
    }
    const waiting = await submit();
    proxy.become('open');
    await expect.poll(() => stateOf(waiting), { timeout: 30_000 }).toBe('done');
    await expect.poll(() => proxy.connected(listeners).now, { timeout: 30_000 }).toBe(1);
    expect(proxy.connected(listeners).most).toBe(1);
    expect(mostInOneSecond(proxy)).toBeLessThanOrEqual(2);
  });
});
