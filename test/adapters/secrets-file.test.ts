import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { loadOrCreateSecrets } from '@backroom/adapters-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const source = pathToFileURL(join(import.meta.dirname, '../../packages/adapters-node/src/keys/secrets-file.ts')).href;
const posix = process.platform !== 'win32';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'secrets-'));
  folder = join(parent, 'deep', 'data');
});
afterEach(() => rm(parent, { recursive: true }));

async function write(content: string, mode = 0o600): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'secrets.json'), content);
  await chmod(join(folder, 'secrets.json'), mode);
  return join(folder, 'secrets.json');
}

/** A process that waits for the moment and then loads the secrets. */
async function askAt(moment: number): Promise<string> {
  const script = `const { loadOrCreateSecrets } = await import(${JSON.stringify(source)});
    while (Date.now() < ${moment});
    console.log(JSON.stringify(await loadOrCreateSecrets(${JSON.stringify(folder)})));`;
  return (await run(process.execPath, ['--input-type=module', '--eval', script])).stdout;
}

describe('loadOrCreateSecrets', () => {
  it('makes a secret for tokens and a key of 32 bytes', async () => {
    const { jwtSecret, secretsKey } = await loadOrCreateSecrets(folder);
    expect(jwtSecret).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(Buffer.from(secretsKey, 'base64')).toHaveLength(32);
  });

  it('returns the same secrets every time', async () => {
    expect(await loadOrCreateSecrets(folder)).toEqual(await loadOrCreateSecrets(folder));
  });

  it('makes other secrets in every folder', async () => {
    const here = await loadOrCreateSecrets(folder);
    const there = await loadOrCreateSecrets(join(parent, 'other'));
    expect(here.jwtSecret).not.toBe(there.jwtSecret);
    expect(here.secretsKey).not.toBe(there.secretsKey);
  });

  it('leaves nothing but the file in the folder', async () => {
    await loadOrCreateSecrets(folder);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  });

  it.runIf(posix)('makes folder and file for their owner only', async () => {
    await loadOrCreateSecrets(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it.runIf(posix).each([0o640, 0o604, 0o660])('refuses a file with mode %o and names the remedy', async (mode) => {
    await loadOrCreateSecrets(folder);
    const path = join(folder, 'secrets.json');
    await chmod(path, mode);
    await expect(loadOrCreateSecrets(folder)).rejects.toThrow(`chmod 600 '${path}'`);
  });

  it.each([
    ['an empty file', ''],
    ['half a file', '{ "jwtSecret": "sneaky-sneaky-sneaky-sneaky-sneaky", "sec'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['a short secret', JSON.stringify({ jwtSecret: 'sneaky', secretsKey: Buffer.alloc(32).toString('base64') })],
    ['a short key', JSON.stringify({ jwtSecret: 'sneaky'.repeat(6), secretsKey: 'sneaky' })],
    ['a number for a key', JSON.stringify({ jwtSecret: 'sneaky'.repeat(6), secretsKey: 7 })],
  ])('refuses %s by name, without showing or replacing it', async (_, content) => {
    const path = await write(content);
    const refusal = await loadOrCreateSecrets(folder).catch((error: Error) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(String(refusal)).toContain(`${path} is damaged`);
    expect(String(refusal)).not.toContain('sneaky');
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('keeps unknown members', async () => {
    const secrets = { jwtSecret: 'x'.repeat(32), secretsKey: Buffer.alloc(32).toString('base64') };
    const path = await write(JSON.stringify({ ...secrets, later: true }));
    expect(await loadOrCreateSecrets(folder)).toEqual(secrets);
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('later', true);
  });

  it('returns the same secrets to concurrent calls', async () => {
    const given = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateSecrets(folder)));
    expect(new Set(given.map(({ jwtSecret }) => jwtSecret)).size).toBe(1);
  });

  it('returns the same secrets to processes that start at once', async () => {
    const moment = Date.now() + 1500;
    const given = await Promise.all([askAt(moment), askAt(moment), askAt(moment), askAt(moment)]);
    expect(new Set(given).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  });
});
