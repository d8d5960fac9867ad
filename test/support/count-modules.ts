/** Makes a process that is started with `--import` this file say at its end how many modules of the workspace it has loaded. */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

const packages = new URL('../../packages/', import.meta.url).href;
let own = 0;

registerHooks({
  load(url, context, next) {
    if (url.startsWith(packages) && !url.includes('/node_modules/')) own += 1;
    return next(url, context);
  },
});
process.once('exit', () => writeSync(process.stderr.fd, `own modules: ${own}\n`));
