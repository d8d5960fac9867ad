/** Makes a process that is started with `--import` this file print at its end which modules of packages it has loaded. */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

const packages = new URL('../../packages/', import.meta.url).href;
const foreign = new Set<string>();
let own = 0;

registerHooks({
  load(url, context, next) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
    if (name !== undefined) foreign.add(name);
    else if (url.startsWith(packages)) own += 1;
    return next(url, context);
  },
});
process.once('exit', () =>
  writeSync(process.stderr.fd, `own modules: ${own}\nother packages: ${[...foreign].join(' ')}\n`),
);
