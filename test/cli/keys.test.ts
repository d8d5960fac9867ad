import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOrCreateSecrets, ringFromSecret } from '@backroom/adapters-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { freshSecret } from '../support/token-rings.ts';
import { launchServer } from './processes.ts';
import { backroom, dataTemplate, type Environment, serving, temporaryFolder } from './terminal.ts';

const posix = process.platform !== 'win32';
const password = 'a horse in a field';

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

interface Listed {
  readonly kid: string;
  readonly state: string;
  readonly retired_at: string | null;
}

/** Runs a command and returns its document. */
async function run<T = unknown>(environment: Environment, argv: readonly string[], input = ''): Promise<T> {
  const ended = await backroom([...argv, '--json'], { environment, input });
  if (ended.code !== 0) throw new Error(`${argv.join(' ')} ended with ${ended.code}: ${ended.err}`);
  return ended.json();
}

const list = (environment: Environment): Promise<readonly Listed[]> => run(environment, ['keys', 'list']);
const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { readonly kid: string }).kid;

async function tokenFrom(url: string): Promise<string> {
  const response = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'anna', password }),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

const statusOf = async (url: string, token: string): Promise<number> =>
  (await fetch(`${url}/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;

const makeAnna = (environment: Environment) =>
  run(environment, ['users', 'create', 'anna', '--admin', '--password-stdin'], password);

/** Retires every key in the file this number of hours ago. */
async function age(path: string, member: 'keys' | 'tokenKeys', hours: number): Promise<void> {
  const document = JSON.parse(await readFile(path, 'utf8')) as Record<string, { retired_at?: string }[]>;
  const since = new Date(Date.now() - hours * 3_600_000).toISOString();
  const keys = document[member]?.map((key) => (key.retired_at === undefined ? key : { ...key, retired_at: since }));
  await writeFile(path, JSON.stringify({ ...document, [member]: keys }));
}

describe('keys rotate, while a server runs', { timeout: 120_000 }, () => {
  it('keeps old tokens on the embedded database until their key is old enough to be removed', async () => {
    const folder = await template.copy('rotated');
    const environment = { DATA_DIR: folder };
    await using server = await launchServer(environment);
    await makeAnna(environment);
    const old = await tokenFrom(server.url);
    const { added, retired } = await run<{ added: Listed; retired: string[] }>(environment, ['keys', 'rotate']);
    const fresh = await tokenFrom(server.url);
    expect([retired, kidOf(fresh)]).toEqual([[kidOf(old)], added.kid]);
    expect([await statusOf(server.url, old), await statusOf(server.url, fresh)]).toEqual([200, 200]);

    await age(join(folder, 'secrets.json'), 'tokenKeys', 8);
    await run(environment, ['keys', 'rotate']);
    expect(await statusOf(server.url, old)).toBe(200);
    await age(join(folder, 'secrets.json'), 'tokenKeys', 9);
    await run(environment, ['keys', 'rotate']);
    expect([await statusOf(server.url, old), (await list(environment)).length]).toEqual([401, 2]);
    expect((await server.stop()).code).toBe(0);
  });

  it('is followed by two servers on one PostgreSQL that share a key file', async () => {
    const name = await createDatabase();
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'keys.json');
    await writeFile(
      path,
      JSON.stringify({ keys: [{ kid: 'first', alg: 'HS256', state: 'sign', key: freshSecret() }] }),
    );
    const environment = { DATABASE_URL: serverUrl(name), JWT_KEYS_FILE: path };
    try {
      await using one = await launchServer(environment, ['--migrate']);
      await using other = await launchServer(environment);
      await makeAnna(environment);
      const old = await tokenFrom(one.url);
      expect(await statusOf(other.url, old)).toBe(200);
      const rotations = await Promise.all([run(environment, ['keys', 'rotate']), run(environment, ['keys', 'rotate'])]);
      expect(rotations).toHaveLength(2);
      expect(await list(environment)).toHaveLength(3);
      const [mine, theirs] = [await tokenFrom(one.url), await tokenFrom(other.url)];
      expect([kidOf(mine), kidOf(old)]).toEqual([kidOf(theirs), 'first']);
      const statuses = [one.url, other.url].flatMap((url) => [old, mine, theirs].map((token) => statusOf(url, token)));
      expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200, 200]);
      if (posix) expect((await stat(path)).mode & 0o007).toBe(0);
    } finally {
      await dropDatabase(name);
    }
  });

  it('ends every session after a theft with --drop-old', async () => {
    const environment = { DATA_DIR: await template.copy('stolen') };
    await using server = await launchServer(environment);
    await makeAnna(environment);
    const old = await tokenFrom(server.url);
    expect(await statusOf(server.url, old)).toBe(200);
    expect(await run(environment, ['keys', 'rotate', '--drop-old', '--yes'])).toMatchObject({
      removed: [kidOf(old)],
      retired: [],
    });
    // Known tokens are checked again after a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect([await statusOf(server.url, old), await statusOf(server.url, await tokenFrom(server.url))]).toEqual([
      401, 200,
    ]);
  });
});

describe('beside a server', () => {
  let server: Awaited<ReturnType<typeof serving>>;
  let folder: string;
  beforeAll(async () => {
    folder = await template.copy('served');
    server = await serving(folder);
    for (const name of ['ben', 'carl']) await server.run(['users', 'create', name, '--generate']);
    await server.run(['users', 'disable', 'carl']);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  it('keys are listed without anything secret', async () => {
    await server.run(['keys', 'rotate']);
    const { code, out } = await server.run(['keys', 'list']);
    const lines = /^kid +alg +state +retired\n\S+ +HS256 +verify +20.*\n\S+ +HS256 +sign +-\n$/;
    expect([code, out]).toEqual([0, expect.stringMatching(lines)]);
    const { tokenKeys = [] } = await loadOrCreateSecrets(folder);
    expect(tokenKeys.filter(({ key }) => out.includes(String(key)))).toEqual([]);
  });

  it('keys are rotated with an audit record of the operator', async () => {
    const { added } = (await server.run(['keys', 'rotate', '--json'])).json() as { readonly added: Listed };
    const [entry] = (await server.run(['call', '/audit', 'action=key.rotate'])).json() as readonly object[];
    const actor = expect.stringMatching(/^cli:/);
    expect(entry).toMatchObject({ outcome: 'ok', target_id: added.kid, actor_username: actor });
  });

  it('token issue prints a token that is accepted', async () => {
    const { code, out, err } = await server.run(['token', 'issue', 'ben', '--yes']);
    expect([code, err]).toEqual([0, expect.stringMatching(/^A token of ben, until 20\S+Z:\n$/)]);
    expect((await server.run(['token', 'inspect', '-'], { input: out })).code).toBe(0);
  });

  it.each([
    ['without --yes', ['ben'], 2],
    ['for an unknown user', ['nobody', '--yes'], 3],
    ['for a disabled account', ['carl', '--yes'], 3],
    ['for the account of the system', ['system', '--yes'], 3],
  ])('token issue gives none %s', async (_, argv, wanted) => {
    expect(await server.run(['token', 'issue', ...argv])).toMatchObject({ code: wanted, out: '' });
  });
});

describe('the key of JWT_SECRET', () => {
  it('is not changed, stays in a key file under its name, and is rotated there', async () => {
    const name = await createDatabase();
    await using folder = await temporaryFolder();
    try {
      const [place, secret] = [{ DATABASE_URL: serverUrl(name) }, freshSecret()];
      const before = { ...place, JWT_SECRET: secret };
      await backroom(['migrate'], { environment: place });
      const refused = await backroom(['keys', 'rotate', '--json'], { environment: before });
      expect([refused.code, refused.problem()]).toEqual([4, expect.objectContaining({ code: 'managed_by_env' })]);
      expect(refused.problem().detail).toContain('JWT_SECRET');

      const [entry] = await list(before);
      expect(entry?.kid).toBe(ringFromSecret(secret).newest.kid);
      await makeAnna(before);
      const issued = await backroom(['token', 'issue', 'anna', '--yes'], { environment: before });
      const path = join(folder.path, 'keys.json');
      const key = Buffer.from(secret).toString('base64url');
      await writeFile(path, JSON.stringify({ keys: [{ kid: entry?.kid, alg: 'HS256', state: 'sign', key }] }));
      const after = { ...place, JWT_KEYS_FILE: path };
      expect((await backroom(['keys', 'rotate'], { environment: after })).code).toBe(0);
      expect((await backroom(['token', 'inspect', '-'], { environment: after, input: issued.out })).code).toBe(0);
    } finally {
      await dropDatabase(name);
    }
  });
});

describe('migrate on a PostgreSQL server', () => {
  it('needs no key of tokens', async () => {
    const name = await createDatabase();
    try {
      const environment = { DATABASE_URL: serverUrl(name) };
      expect(await backroom(['migrate'], { environment })).toMatchObject({ code: 0 });
      expect(await backroom(['users', 'list'], { environment })).toMatchObject({ code: 78 });
    } finally {
      await dropDatabase(name);
    }
  });

  it('makes no secrets on the embedded database', async () => {
    const folder = await template.copy('bare');
    expect(await backroom(['migrate'], { environment: { DATA_DIR: folder } })).toMatchObject({ code: 0 });
    await expect(stat(join(folder, 'secrets.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
