import { readFile } from 'node:fs/promises';
import { setTimeout as later } from 'node:timers/promises';
import { readSettings, serve } from '@backroom/composition';
import type { Ports } from '@backroom/core';
import type { JobKind } from '@backroom/core/jobs';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import { submitJobs } from '../support/submit-jobs.ts';

const print = (name: string, value: string) => process.stdout.write(`${name.padEnd(58)} ${value}\n`);

/** When each job was begun. */
const begun = new Map<string, number>();

/** A job of one step, in a unit of work, that does nothing. */
const small: JobKind<Ports, Readonly<Record<never, never>>, null> = {
  ...{ name: 'bench.small', priority: 0, attempts: 3, backoff: 1, inUnit: true },
  step: () => async (job) => {
    begun.set(job.id, performance.now());
    return { place: null, done: 1, isFinished: true };
  },
};

/** What our process, and those of the server, have computed so far, in seconds. */
async function computed(client: pg.Client): Promise<{ readonly ours: number; readonly server: number }> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where backend_type is not null',
  );
  const ticks = rows.map(async ({ pid }) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    return user + system;
  });
  const server = (await Promise.all(ticks)).reduce((sum, each) => sum + each, 0) / 100;
  const { user, system } = process.cpuUsage();
  return { ours: (user + system) / 1_000_000, server };
}

/** The share of one core that is used meanwhile. */
async function used(client: pg.Client, work: () => Promise<void>): Promise<{ ours: number; server: number }> {
  const [before, since] = [await computed(client), performance.now()];
  await work();
  const [after, seconds] = [await computed(client), (performance.now() - since) / 1_000];
  return { ours: (after.ours - before.ours) / seconds, server: (after.server - before.server) / seconds };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Measures how soon small jobs begin, and what a thousand of them in a minute cost. */
export async function measureJobs(isQuick: boolean): Promise<void> {
  const postgres = await startPostgres();
  const environment = {
    ...{ DATABASE_URL: postgres.url, JWT_SECRET: 'a secret of 32 bytes for measuring only', PORT: '0' },
    ...{ BOOTSTRAP_ADMIN_USERNAME: 'measurer', BOOTSTRAP_ADMIN_PASSWORD: 'what a long password', LOG_LEVEL: 'warn' },
  };
  const server = await serve(readSettings(environment), { migrate: true, kinds: [small] });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const submit = () => submitJobs(server.application, small, [{}]);
  const untilBegun = async (count: number) => {
    while (begun.size < count) await later(1);
  };
  try {
    print('\nJobs', `PostgreSQL ${postgres.version}, a server with two workers`);
    const delays: number[] = [];
    for (let each = 0; each < 200; each += 1) {
      const [id = ''] = await submit();
      const committed = performance.now();
      await untilBegun(each + 1);
      delays.push((begun.get(id) ?? 0) - committed);
      await later(20);
    }
    const sorted = delays.toSorted((one, other) => one - other);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
    print('begins so long after its commit', `median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.999)} ms`);
    const seconds = isQuick ? 20 : 60;
    const idle = await used(client, () => later(seconds * 500));
    print('one core, while nothing is to do', `${percent(idle.ours)} ours, ${percent(idle.server)} PostgreSQL`);
    const busy = await used(client, async () => {
      const since = performance.now();
      for (let each = 0; each < (seconds * 1_000) / 60; each += 1) {
        await submit();
        await later(Math.max(0, since + (each + 1) * 60 - performance.now()));
      }
    });
    await untilBegun(200 + Math.floor((seconds * 1_000) / 60));
    print('one core, at 1,000 jobs a minute', `${percent(busy.ours)} ours, ${percent(busy.server)} PostgreSQL`);
  } finally {
    await client.end();
    await server.close();
    await postgres.stop();
  }
}
