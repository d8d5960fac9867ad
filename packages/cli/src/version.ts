import { readFileSync } from 'node:fs';

/** The version as three numbers: `1.4.1`. */
export const version = readVersion();

/** The version as a label: `v1.4.1`. */
export const versionLabel = `v${version}`;

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
