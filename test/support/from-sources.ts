/** Makes a process that is started with `--import` this file load the sources of the workspace's packages, so that it needs no build. */
import { registerHooks } from 'node:module';

const packages = new URL('../../packages/', import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const [, name, door = ''] = /^@backroom\/([a-z-]+)(\/[a-z-]+)?$/.exec(specifier) ?? [];
    return name === undefined
      ? next(specifier, context)
      : next(new URL(`${name}/src${door}/index.ts`, packages).href, context);
  },
});
