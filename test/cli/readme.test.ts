import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../support/persistence.ts';
import { launchServer } from './processes.ts';
import { temporaryFolder } from './terminal.ts';

const main = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));
const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');

/** Shell blocks by the heading above them; `npm start` and `npm test` are run by other tests. */
const blocks = readme
  .split(/^## /m)
  .filter((section) => !section.startsWith('Two commands'))
  .flatMap((section) => {
    const [heading = ''] = section.split('\n', 1);
    return [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands = '']) => ({ heading, commands }));
  });

describe('the README, on an empty data folder', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: Awaited<ReturnType<typeof launchServer>>;
  let said = '';
  beforeAll(async () => {
    folder = await temporaryFolder('backroom-readme-');
    server = await launchServer({ DATA_DIR: `${folder.path}/data` }, ['--migrate']);
    const password = /password {2}(\S+)/.exec(server.said().err)?.[1] ?? '';
    // One shell: later blocks use the token of the first one.
    const script = blocks
      .map(({ commands }, index) => `echo '== ${index}'\n${commands}\necho`)
      .join('\n')
      .replaceAll('http://127.0.0.1:8080', server.url)
      .replaceAll('THE PASSWORD PRINTED AT START', password)
      .replaceAll('npm run -s backroom --', `'${process.execPath}' '${main}'`);
    const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, HOME: folder.path, DATA_DIR: `${folder.path}/data` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    const [code] = await once(shell, 'close');
    expect(code, said).toBe(0);
  }, 300_000);
  afterAll(async () => {
    await server?.stop();
    await folder?.[Symbol.asyncDispose]();
  });

  const outputOf = (heading: string): string => {
    const parts = said.split(/^== \d+\n/m).slice(1);
    return parts.filter((_, index) => blocks[index]?.heading === heading).join('\n');
  };

  it('states how many migrations a first start applies', () => {
    expect(readme).toContain(`Made ${migrations.length} migrations.`);
  });

  it('records, refuses, moves and takes back stock', () => {
    const output = outputOf('The first five minutes');
    expect(output).toContain('"code":"insufficient_stock"');
    expect(output).toContain('Only 7 of CHAIR at MAIN.');
    expect(output).not.toMatch(/"status":40[134]/);
    expect(output.match(/"type":"transfer"/g)?.length).toBeGreaterThan(1);
  });

  it('shows the index of the shop interface', () => {
    expect(outputOf('The shop interface')).toContain('"namespaces":');
    expect(outputOf('The shop interface')).toContain('"responses":[]');
  });

  it('exports, imports, verifies and reports a shop', () => {
    expect(outputOf('The data of a shop')).toMatch(/Net sales +\d/);
  });

  it('reaches the running server from the command line', () => {
    expect(outputOf('The command line')).toContain('ana');
  });
});
