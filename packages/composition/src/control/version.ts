import { createRequire } from 'node:module';

/** Read from the manifest. A command and the server that it reaches must agree on it. */
export const { version: programVersion } = createRequire(import.meta.url)('@backroom/composition/package.json') as {
  readonly version: string;
};
