import { argv, exit } from 'node:process';
import { PGlite } from '@electric-sql/pglite';

// The process that makes the data of a new folder, and ends; also when the process that started it has ended.

process.once('disconnect', () => exit(1));

const small = ['-c', 'shared_buffers=16MB'];
const pglite = await PGlite.create(argv[2] ?? '', {
  startParams: [...PGlite.defaultStartParams, ...small],
  initDbStartParams: small,
});
await pglite.close();
exit(0);
