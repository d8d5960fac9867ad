import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepsCompiled } from '../support/compiled.ts';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../support/slapd.ts';
import { freshSecret } from '../support/token-rings.ts';
import { launchServer } from './processes.ts';
import { dataTemplate, type Environment, temporaryFolder } from './terminal.ts';

const root = new URL('../../', import.meta.url);
const main = fileURLToPath(new URL('packages/cli/dist/main.js', root));

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

/** The commands of a page, block by block, as they are written there. */
async function blocksOf(page: string): Promise<readonly string[]> {
  const text = await readFile(new URL(page, root), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

const isGood = { code: 0, said: expect.any(String) };

/** Runs commands in a shell that ends at the first one that fails. */
async function shell(commands: string, folder: string, environment: Environment) {
  const script = `set -eu\nbackroom() { "${process.execPath}" "${main}" "$@"; }\n${commands}`;
  const child = spawn('sh', ['-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...keepsCompiled, ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

describeWithSlapd('the commands of docs/directory.md', () => {
  let slapd: TestSlapd;
  beforeAll(async () => {
    slapd = await startSlapd();
  });
  afterAll(() => slapd?.stop());

  /** Replaces the server of the page by that of the test; no terminal can prompt for a password. */
  const adapted = (block: string): string =>
    block
      .replaceAll(/ldaps:\/\/(ldap|dc1)\.example\.org/g, slapd.ldapsUrl)
      .replaceAll('cn=backroom,ou=services,dc=example,dc=org', slapd.serviceDn)
      .replaceAll('ou=people,dc=example,dc=org', slapd.baseDn)
      .replaceAll(/=cn=(\w+),ou=groups,dc=example,dc=org/g, `=cn=$1,ou=groups,${slapd.baseDn}`)
      .replaceAll(/^ {2}bind_password$/gm, '  --password-stdin < bind-password.txt');

  it('work against a directory', { timeout: 120_000 }, async () => {
    await using folder = await temporaryFolder();
    const environment = {
      DATA_DIR: await template.copy('directory'),
      NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem'),
    };
    await writeFile(join(folder.path, 'ca.pem'), slapd.ca);
    await writeFile(join(folder.path, 'bind-password.txt'), `${slapd.servicePassword}\n`);
    await using server = await launchServer(environment);
    const blocks = (await blocksOf('docs/directory.md')).map(adapted);
    // The page turns it on in a sentence, before it synchronises.
    const at = blocks.findIndex((block) => block.includes('ldap sync'));
    const commands = blocks.toSpliced(at, 0, 'backroom ldap set enabled=true --verify\n').join('\n');
    expect(commands.match(/^backroom ldap /gm)?.length).toBeGreaterThan(8);
    expect(await shell(commands, folder.path, environment)).toEqual(isGood);
    expect((await server.stop()).code).toBe(0);
  });
});

describe('the commands of docs/keys.md', () => {
  it('work, and leave the entries that docs/audit.md shows how to look at', { timeout: 120_000 }, async () => {
    await using folder = await temporaryFolder();
    const environment = { DATA_DIR: await template.copy('keys') };
    await using server = await launchServer(environment);
    const blocks = (await blocksOf('docs/keys.md')).filter((block) => !block.includes('JWT_SECRET'));
    expect(blocks.length).toBeGreaterThan(2);
    const commands = [...blocks, ...(await blocksOf('docs/audit.md')), 'backroom audit list --action "key.*"'].join(
      '\n',
    );
    const { code, said } = await shell(commands, folder.path, environment);
    expect([code, said]).toEqual([0, expect.stringContaining('key.rotate')]);
    expect((await server.stop()).code).toBe(0);
  });

  it('move a secret of the environment into a key file', { timeout: 60_000 }, async () => {
    const name = await createDatabase();
    await using folder = await temporaryFolder();
    try {
      const environment = { DATABASE_URL: serverUrl(name), JWT_SECRET: freshSecret() };
      const [move = ''] = (await blocksOf('docs/keys.md')).filter((block) => block.includes('JWT_SECRET'));
      const after = 'JWT_SECRET= JWT_KEYS_FILE=$PWD/keys.json backroom keys';
      const compared = `${after} list > after\ncmp before after\n${after} rotate`;
      const commands = `backroom migrate\nbackroom keys list > before\n${move}${compared}`;
      expect(await shell(commands, folder.path, environment)).toEqual(isGood);
    } finally {
      await dropDatabase(name);
    }
  });
});

describe('the commands of docs/import-export.md', () => {
  it('work with the files that it shows', { timeout: 120_000 }, async () => {
    await using folder = await temporaryFolder();
    const environment = { DATA_DIR: await template.copy('tables') };
    await using server = await launchServer(environment);
    const page = await readFile(new URL('docs/import-export.md', root), 'utf8');
    const files = [...page.matchAll(/`([a-z]+\.csv)`:\n\n```csv\n(.*?)```/gs)];
    expect(files.map(([, name]) => name)).toEqual(['items.csv', 'operations.csv']);
    for (const [, name = '', text = ''] of files) await writeFile(join(folder.path, name), text);
    const blocks = (await blocksOf('docs/import-export.md')).map((block) =>
      block.replaceAll('http://127.0.0.1:8080', server.url).replaceAll('curl -s', 'curl -sf'),
    );
    const commands = ['TOKEN=$(backroom token issue admin --yes)', ...blocks].join('\n');
    const { code, said } = await shell(commands, folder.path, environment);
    const [report = ''] = /^\{ "dry_run".*$/m.exec(page) ?? [];
    expect([code, said.replaceAll(/\s/g, '')]).toEqual([0, expect.stringContaining(report.replaceAll(/\s/g, ''))]);
  });
});
