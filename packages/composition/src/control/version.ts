import { readFileSync } from 'node:fs';

/** Read from the manifest. A command and the server that it reaches must agree on it. */
export const programVersion = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
