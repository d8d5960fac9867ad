import { randomBytes, randomInt } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { roundsIn } from '../support/how-long.ts';
import { freshSecret } from '../support/token-rings.ts';
import { launch } from './processes.ts';
import { backroom, dataTemplate, type Environment, serving, temporaryFolder } from './terminal.ts';

/** Every round starts the embedded database twice. */
const rounds = roundsIn({ whole: 8, long: 4, short: 3 });
const freshKey = () => randomBytes(32).toString('base64');

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

/** Settings of a directory that is not in use, with a password of its service account. */
const settings = {
  url: 'ldaps://directory.example.org',
  bind_dn: 'cn=reader,dc=example,dc=org',
  bind_password: 'a sealed horse',
};

async function keepSecret(environment: Environment): Promise<void> {
  const { code, err } = await backroom(['call', 'PUT', '/ldap-config', '--body', '-'], {
    environment,
    input: JSON.stringify(settings),
  });
  if (code !== 0) throw new Error(err);
}

/** Whether the stored password exists and opens. */
async function opens(environment: Environment): Promise<boolean> {
  const document = (await backroom(['call', '/ldap-config'], { environment })).json() as Record<string, unknown>;
  expect(document.bind_password_set).toBe(true);
  return document.bind_password_error !== true;
}

interface Secrets {
  readonly secretsKey: string;
  readonly oldSecretsKeys?: readonly { readonly key: string; readonly retiredAt: string }[];
}

const secretsIn = async (folder: string): Promise<Secrets> =>
  JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Secrets;

const rotate = (environment: Environment) => backroom(['secrets', 'rotate', '--json'], { environment });

describe('secrets rotate on the embedded database', { timeout: 60_000 }, () => {
  it('seals what is kept with a fresh key', async () => {
    const folder = await template.copy('fresh');
    const environment = { DATA_DIR: folder };
    await keepSecret(environment);
    const before = await secretsIn(folder);
    expect((await rotate(environment)).json()).toEqual({ fresh_key: true, sealed_anew: 1, unreadable: 0 });
    const after = await secretsIn(folder);
    expect([after.secretsKey === before.secretsKey, after.oldSecretsKeys?.map(({ key }) => key)]).toEqual([
      false,
      [before.secretsKey],
    ]);
    await writeFile(join(folder, 'secrets.json'), JSON.stringify({ ...after, oldSecretsKeys: [] }), { mode: 0o600 });
    expect(await opens(environment)).toBe(true);
  });

  it('works through a running server, which continues to open it', async () => {
    await using server = await serving(await template.copy('beside'));
    const input = JSON.stringify(settings);
    await server.run(['call', 'PUT', '/ldap-config', '--body', '-'], { input });
    expect((await server.run(['secrets', 'rotate', '--json'])).json()).toMatchObject({
      fresh_key: true,
      sealed_anew: 1,
    });
    expect((await server.run(['call', '/ldap-config'])).json()).toMatchObject({ bind_password_set: true });
    expect((await server.run(['secrets', 'rotate', '--json'])).json()).toMatchObject({ sealed_anew: 1, unreadable: 0 });
  });

  it('removes a key thirty days after it sealed last', async () => {
    const folder = await template.copy('old');
    const environment = { DATA_DIR: folder };
    await keepSecret(environment);
    const kept = await secretsIn(folder);
    const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const [gone, stays] = [freshKey(), freshKey()];
    const oldSecretsKeys = [
      { key: gone, retiredAt: since(31) },
      { key: stays, retiredAt: since(29) },
    ];
    await writeFile(join(folder, 'secrets.json'), JSON.stringify({ ...kept, oldSecretsKeys }), { mode: 0o600 });
    await rotate(environment);
    expect((await secretsIn(folder)).oldSecretsKeys?.map(({ key }) => key)).toEqual([stays, kept.secretsKey]);
  });

  it('removes nothing and ends with 5 when a secret opens with no key', async () => {
    const folder = await template.copy('lost');
    const environment = { DATA_DIR: folder };
    await keepSecret(environment);
    const kept = await secretsIn(folder);
    const oldSecretsKeys = [{ key: freshKey(), retiredAt: '2020-01-01T00:00:00Z' }];
    await writeFile(join(folder, 'secrets.json'), JSON.stringify({ ...kept, secretsKey: freshKey(), oldSecretsKeys }), {
      mode: 0o600,
    });
    const ended = await rotate(environment);
    expect([ended.code, ended.json()]).toEqual([5, { fresh_key: true, sealed_anew: 0, unreadable: 1 }]);
    expect((await secretsIn(folder)).oldSecretsKeys).toHaveLength(2);
  });

  it('opens what the generated key sealed when SECRETS_KEY is set later', async () => {
    const folder = await template.copy('given');
    await keepSecret({ DATA_DIR: folder });
    const environment = { DATA_DIR: folder, SECRETS_KEY: freshKey() };
    expect(await opens(environment)).toBe(true);
    expect((await rotate(environment)).json()).toEqual({ fresh_key: false, sealed_anew: 1, unreadable: 0 });
  });

  it(`leaves nothing that no key opens when it is killed ${rounds} times`, { timeout: 600_000 }, async () => {
    const folder = await template.copy('killed');
    const environment = { DATA_DIR: folder };
    await keepSecret(environment);
    for (let round = 0; round < rounds; round += 1) {
      await using rotation = launch(['secrets', 'rotate'], { environment });
      await changed(join(folder, 'secrets.json'), rotation.ended);
      await setTimeout(randomInt(0, 50));
      rotation.kill('SIGKILL');
      await rotation.ended;
      expect(await opens(environment)).toBe(true);
    }
    expect((await rotate(environment)).json()).toMatchObject({ unreadable: 0 });
    expect(await opens(environment)).toBe(true);
  });
});

/** Waits until a file is another one, at most until something else has ended. */
async function changed(path: string, ended: Promise<unknown>): Promise<void> {
  const before = (await stat(path)).ino;
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver && (await stat(path)).ino === before) await setTimeout(1);
}

describe('secrets rotate on a PostgreSQL server', () => {
  it('re-encrypts with the given key, and reports when the old one is no longer needed', async () => {
    const name = await createDatabase();
    try {
      const place = { DATABASE_URL: serverUrl(name), JWT_SECRET: freshSecret() };
      const [first, second] = [freshKey(), freshKey()];
      const [before, after] = [
        { ...place, SECRETS_KEY: first },
        { ...place, SECRETS_KEY: second },
      ];
      await backroom(['migrate'], { environment: place });
      await keepSecret(before);
      expect((await backroom(['secrets', 'rotate'], { environment: before })).err).toContain('SECRETS_KEYS_OLD');
      expect([await opens(before), await opens(after)]).toEqual([true, false]);
      const both = { ...after, SECRETS_KEYS_OLD: `${freshKey()}, ${first}` };
      expect(await opens(both)).toBe(true);
      expect((await rotate(both)).json()).toEqual({ fresh_key: false, sealed_anew: 1, unreadable: 0 });
      expect((await rotate(both)).json()).toEqual({ fresh_key: false, sealed_anew: 0, unreadable: 0 });
      expect([await opens(after), await opens(before)]).toEqual([true, false]);
    } finally {
      await dropDatabase(name);
    }
  });

  it('ends with 4 without a key', async () => {
    const name = await createDatabase();
    try {
      const environment = { DATABASE_URL: serverUrl(name), JWT_SECRET: freshSecret() };
      await backroom(['migrate'], { environment });
      const ended = await rotate(environment);
      expect([ended.code, ended.problem().code]).toEqual([4, 'secrets_key_missing']);
    } finally {
      await dropDatabase(name);
    }
  });
});

describe('a key that cannot seal', () => {
  const short = Buffer.alloc(16, 7).toString('base64');
  const hex = Buffer.alloc(32, 7).toString('hex');

  it.each([
    ['SECRETS_KEY', short],
    ['SECRETS_KEY', hex],
    ['SECRETS_KEY', 'not base64, but thirty-two bytes'],
    ['SECRETS_KEY', `${freshKey()}${freshKey()}`],
    ['SECRETS_KEYS_OLD', `${freshKey()},${short}`],
    ['SECRETS_KEYS_OLD', `${freshKey()} ${freshKey()}`],
  ])('stops the start with 78 and names %s, not what it is', async (name, value) => {
    const environment = { DATA_DIR: '/nowhere', [name]: value };
    const { code, out, err } = await backroom(['serve', '--port', '0'], { environment });
    expect([code, out, err]).toEqual([78, '', expect.stringContaining(`  ${name} must be `)]);
    expect(err).not.toContain(value);
  });

  it('is named for a file of SECRETS_KEY_FILE', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'key');
    await writeFile(path, `${short}\n`);
    const environment = { SECRETS_KEY_FILE: path };
    expect((await backroom(['config', 'check'], { environment })).err).toContain('  SECRETS_KEY must be ');
    await writeFile(path, `${freshKey()}\n`);
    expect((await backroom(['config', 'check', '--json'], { environment })).json()).toMatchObject({
      SECRETS_KEY: '(set)',
    });
  });
});
