import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readSettings, serve } from '@backroom/composition';
import pg from 'pg';

// One server process, as `npm start` runs it, that prints its address, and on request its memory, how many
// statements it has sent, and the longest block of its event loop since the last query.
const RESOLUTION = 2;
let statements = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  statements += 1;
  return (query as (...all: unknown[]) => unknown).apply(this, given);
} as typeof query;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
delays.enable();

const server = await serve(readSettings(), { migrate: true });
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
// The measuring process is gone.
process.on('disconnect', () => process.exit(1));
process.on('message', () => {
  const longestStop = Math.max(0, delays.max / 1e6 - RESOLUTION);
  delays.reset();
  process.send?.({ rss: process.memoryUsage().rss, statements, longestStop });
});
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
