import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** Which version this is, as a number of three parts. */
export { version };

/** The version as it stands on a build: `v1.4.1`. */
export const versionLabel = `v${version}`;
