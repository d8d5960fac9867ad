import { readSettings, serve } from '@backroom/composition';

// One server process, as `npm start` runs it, that tells where it listens and how much memory it takes when asked.
const server = await serve(readSettings(), { migrate: true });
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
// Nobody measures any more: the measuring process is gone.
process.on('disconnect', () => process.exit(1));
process.on('message', () => process.send?.({ rss: process.memoryUsage().rss }));
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
