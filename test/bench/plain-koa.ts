import { startPlainKoa } from './shop.ts';

// What the site index is held against: the same bytes and headers from Koa and nothing else.
await startPlainKoa(process.argv[2] ?? '');
// The measuring process has ended.
process.on('disconnect', () => process.exit(1));
