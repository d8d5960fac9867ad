import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, readSettings } from '@backroom/composition';
import pg from 'pg';

// A process that exports all orders of the given database, so that its memory can be measured.
const folder = await mkdtemp(join(tmpdir(), 'backroom-exporting-'));
const settings = readSettings({ ...process.env, DATA_DIR: folder, LOG_LEVEL: 'warn' });
const application = await compose(settings);
const watch = new pg.Client({ connectionString: process.env.DATABASE_URL ?? '' });
await watch.connect();
try {
  const { core } = application;
  await application.database.migrate();
  const actor = await application.actor('system');
  let [peak, longest] = [0, 0];
  let isLooking = false;
  const rest = process.memoryUsage.rss();
  const memory = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const transactions = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    const { rows } = await watch.query(
      `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::int as ms
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    );
    longest = Math.max(longest, rows[0].ms);
    isLooking = false;
  }, 100);
  const question = { asked: {}, after: '2000-01-01T00:00:00', before: '2100-01-01T00:00:00', page: 1, perPage: 1 };
  const since = performance.now();
  const begun = await core.analytics.startExport(actor, { type: 'orders', question, email: false, pages: 'http://x' });
  const started = performance.now();
  const id = begun.jobId ?? '';
  let beat: (() => Promise<void>) | undefined;
  const beating = setInterval(() => void beat?.(), 1_000);
  const keepAlive = (onProgress: () => Promise<void>) => {
    beat = onProgress;
    return () => {
      beat = undefined;
    };
  };
  while ((await core.jobs.work(actor, { id, keepAlive })) === 'again');
  clearInterval(beating);
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(memory);
  clearInterval(transactions);
  const job = await core.jobs.showJob(actor, { id });
  const reported = {
    ...{ state: job.state, rows: job.done, seconds, beginMs: started - since },
    ...{ peakMiB: peak / 2 ** 20, beyondRestMiB: (peak - rest) / 2 ** 20 },
    ...{ cpuSeconds: process.cpuUsage().user / 1e6, longestTransactionMs: longest, error: job.error },
  };
  process.stdout.write(`${JSON.stringify(reported)}\n`);
} finally {
  await watch.end();
  await application.close();
  await rm(folder, { recursive: true, force: true });
}
