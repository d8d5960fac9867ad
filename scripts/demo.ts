// `npm run demo`: a server with a generated shop, in a temporary folder that is removed at the end.

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, type Terminal } from '../packages/cli/src/index.ts';
import { createSigningKeyFile, signCatalogueFile } from '../packages/composition/src/index.ts';
import { writeSampleCatalogue } from './packing/pack-examples.ts';

const folder = await mkdtemp(join(tmpdir(), 'backroom-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const { DATABASE_URL: _, DATABASE_URL_FILE: __, ...given } = process.env;
// The examples, signed by a key of this demo, unless there is another catalogue.
const catalogue = given.CATALOG_URL === undefined ? await writeSampleCatalogue(folder) : undefined;
const signingKey = join(folder, 'signing.pem');
const samples =
  catalogue === undefined ? {} : { CATALOG_URL: catalogue, CATALOG_KEY: await createSigningKeyFile(signingKey) };
if (catalogue !== undefined) await signCatalogueFile(catalogue, { keyPath: signingKey });
const environment = { PORT: '0', ...given, ...samples, DATA_DIR: folder };
const { stdin, stdout, stderr } = process;
const terminal: Terminal = { stdin, stdout, stderr, environment, process, exit: (code) => process.exit(code) };
const today = new Date().toISOString().slice(0, 10);

/** Runs commands in sequence, up to the first failure. */
async function runAll(...commands: readonly (readonly string[])[]): Promise<number> {
  for (const command of commands) {
    const code = await runCli(command, terminal);
    if (code !== 0) return code;
  }
  return 0;
}

const stop = () => process.exit(130);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.stderr.write('Making a shop with 20,000 orders over two years …\n');
let code = await runAll(
  ['migrate', '--quiet'],
  ['sample', '--orders', '20000', '--years', '2', '--until', today, ...process.argv.slice(2)],
);
// From here on the server handles signals itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
if (code === 0) code = await runAll(['serve']);
process.exitCode = code;
