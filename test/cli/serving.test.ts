import { once } from 'node:events';
import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { migrations } from '../support/persistence.ts';
import { launch, launchServer, signIn } from './processes.ts';
import { backroom, dataTemplate, start } from './terminal.ts';

// Each of them makes a database or two, or starts a process or three.
vi.setConfig({ testTimeout: 90_000 });

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

/** A folder of its own for each test, long names included. */
const folderFor = (name: string) => template.copy(name);
const run = (folder: string, argv: readonly string[], input = '') =>
  launch(argv, { environment: { DATA_DIR: folder }, input }).ended;
const passwordIn = (text: string): string => /password {2}(\S+)/.exec(text)?.[1] ?? '';

describe('a server that starts', () => {
  it('prints its address, shows the first password once, and leaves nothing behind when it stops', async () => {
    const folder = await folderFor('first');
    const environment = { DATA_DIR: folder, LOG_LEVEL: 'debug' };
    await using server = await launchServer(environment);
    const { err } = server.said();
    const password = passwordIn(err);
    expect(password).toMatch(/^[A-Za-z0-9]{20}$/);
    for (const part of [
      server.url,
      folder,
      'username  admin',
      '/users/login',
      '/docs',
      'npm run -s backroom -- --help',
    ])
      expect(err).toContain(part);
    expect(await signIn(server.url, 'admin', password)).toBe(200);

    const ended = await server.stop();
    expect(ended).toMatchObject({ code: 0, out: '' });
    expect(ended.err.split(password)).toHaveLength(2);
    expect((await readdir(folder)).sort()).toEqual(['postgres', 'secrets.json']);

    await using again = await launchServer(environment);
    expect(passwordIn(again.said().err)).toBe('');
    expect(await signIn(again.url, 'admin', password)).toBe(200);
    expect((await again.stop()).code).toBe(0);
  });

  it('prints the same as one line of JSON', async () => {
    const started = start(['serve', '--port', '0', '--json'], { environment: { DATA_DIR: await folderFor('json') } });
    await started.spoken();
    started.signals.emit('SIGINT');
    expect(await started.code).toBe(0);
    const { out, err, json } = started.said();
    expect([out.split('\n').length, err]).toEqual([2, '']);
    expect(json()).toMatchObject({
      url: expect.stringMatching(/^http:/),
      administrator: { username: 'admin', generated_password: expect.any(String) },
    });
  });

  it('makes the schema with --migrate', async () => {
    const started = start(['serve', '--port', '0', '--json', '--migrate'], {
      environment: { DATA_DIR: `${await folderFor('schema')}-new` },
    });
    await started.spoken();
    started.signals.emit('SIGTERM');
    await started.code;
    expect(started.said().json()).toMatchObject({ migrated: migrations.map(({ name }) => name) });
  });

  it('warns of an address that is open to the network', async () => {
    const started = start(['serve', '--port', '0', '--host', '0.0.0.0'], {
      environment: { DATA_DIR: await folderFor('open') },
    });
    await started.spoken('stderr');
    started.signals.emit('SIGTERM');
    expect(await started.code).toBe(0);
    expect(started.said().err).toContain('without encryption');
  });

  it('refuses a common first password, naming the variable, with 78', async () => {
    const environment = {
      DATA_DIR: await folderFor('weak'),
      BOOTSTRAP_ADMIN_USERNAME: 'boss',
      BOOTSTRAP_ADMIN_PASSWORD: 'password123',
    };
    const { code, err } = await backroom(['serve', '--port', '0'], { environment });
    expect([code, err]).toEqual([78, expect.stringContaining('BOOTSTRAP_ADMIN_PASSWORD cannot be used')]);
    expect(err).not.toContain('password123');
  });

  it('ends with 7 where something else listens, before it makes anything', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { readonly port: number };
    const folder = join(await folderFor('taken'), 'missing');
    const { code, err } = await backroom(['serve', '--port', String(port)], { environment: { DATA_DIR: folder } });
    other.close();
    expect([code, err]).toEqual([
      7,
      `backroom: Cannot listen on 127.0.0.1, port ${port}: something else is listening there. Set PORT to another port.\n`,
    ]);
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('explains on PostgreSQL how to make the first administrator', async () => {
    const name = await createDatabase();
    try {
      const environment = { DATABASE_URL: serverUrl(name), JWT_SECRET: 'a-secret-that-is-long-enough-for-a-key' };
      await using server = await launchServer(environment, ['--migrate']);
      // The log and the messages for the operator are written independently; either may come first.
      await server.until(/^\{.*users create/m);
      const notes = server
        .said()
        .err.split('\n')
        .filter((line) => line.startsWith('{') && line.includes('users create'));
      expect(notes, server.said().err).toHaveLength(1);
      const made = await launch(['users', 'create', 'anna', '--admin', '--password-stdin'], {
        environment,
        input: 'a horse in a field',
      }).ended;
      expect(made.code, made.err).toBe(0);
      expect(await signIn(server.url, 'anna', 'a horse in a field')).toBe(200);
      expect((await server.stop()).code).toBe(0);
    } finally {
      await dropDatabase(name);
    }
  });
});

describe('commands beside a running server', () => {
  it('work on its data while it serves, and write no password into its log', async () => {
    const folder = await folderFor('beside');
    await using server = await launchServer({ DATA_DIR: folder, LOG_LEVEL: 'debug' });
    const made = await run(folder, ['users', 'create', 'anna', '--admin', '--password-stdin'], 'a horse in a field\n');
    expect([made.code, made.out, made.err]).toEqual([0, '', expect.stringMatching(/^Made admin anna, id [0-9]+\.\n$/)]);
    expect(await signIn(server.url, 'anna', 'a horse in a field')).toBe(200);
    expect((await run(folder, ['users', 'disable', 'anna'])).code).toBe(0);
    expect(await signIn(server.url, 'anna', 'a horse in a field')).toBe(401);
    expect((await run(folder, ['call', '/items/99'])).code).toBe(3);
    expect((await server.stop()).err).not.toContain('a horse');
  });

  it('reach it through a socket that only its owner can use', async () => {
    const folder = await folderFor('private');
    await using server = await launchServer({ DATA_DIR: folder });
    expect(server.url).not.toBe('');
    const path = await readFile(join(folder, 'backroom.socket'), 'utf8');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'backroom.socket'))).mode & 0o777).toBe(0o600);
  });

  it('reach it where the path is longer than a socket may have', async () => {
    const folder = await folderFor(`long/${'a-very-long-name/'.repeat(8)}data`);
    expect(folder.length).toBeGreaterThan(107);
    await using server = await launchServer({ DATA_DIR: folder });
    expect((await run(folder, ['users', 'list'])).out).toMatch(/admin +admin/);
    const path = await readFile(join(folder, 'backroom.socket'), 'utf8');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await server.stop();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await readdir(folder)).sort()).toEqual(['postgres', 'secrets.json']);
  });

  it('refuse a copy of the data folder that was made while the server runs', async () => {
    const folder = await folderFor('original');
    const copy = `${folder}-copy`;
    await using server = await launchServer({ DATA_DIR: folder });
    expect(server.url).not.toBe('');
    await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    const refused = {
      code: 7,
      out: '',
      err: expect.stringContaining(`${copy} is a copy of a data folder that process`),
    };
    expect(await run(copy, ['users', 'create', 'anna', '--admin', '--generate'])).toMatchObject(refused);
    expect(await launch(['serve', '--port', '0'], { environment: { DATA_DIR: copy } }).ended).toMatchObject(refused);
    expect((await run(folder, ['users', 'list'])).out).not.toContain('anna');
    expect((await server.stop()).code).toBe(0);
    expect((await run(copy, ['users', 'list'])).out).toMatch(/admin +admin/);
  });

  it('are not hindered by files of a killed server', async () => {
    const folder = await folderFor('killed');
    await using server = await launchServer({ DATA_DIR: folder });
    const password = passwordIn(server.said().err);
    server.kill('SIGKILL');
    await server.ended;
    expect((await run(folder, ['users', 'list'])).out).toMatch(/admin +admin/);
    await using next = await launchServer({ DATA_DIR: folder });
    expect(await signIn(next.url, 'admin', password)).toBe(200);
    expect((await run(folder, ['users', 'list'])).code).toBe(0);
    expect((await next.stop()).code).toBe(0);
  });
});

describe('a server that ends', () => {
  it.each([
    ['at once at the second Ctrl-C', ['SIGINT', 'SIGINT'], [1]],
    ['at once at Ctrl-C after a signal', ['SIGTERM', 'SIGINT'], [1]],
    ['in good order when a service manager signals it and its parent', ['SIGTERM', 'SIGTERM'], []],
    ['at once after repeated signals', ['SIGTERM', 'SIGTERM', 'SIGTERM'], [1]],
  ])('ends %s', async (_, signals, wanted) => {
    const started = start(['serve', '--port', '0', '--json'], {
      environment: { DATA_DIR: await folderFor(`impatient-${signals.join('-')}`) },
    });
    const exits: unknown[] = [];
    started.signals.on('exit', (code) => exits.push(code));
    await started.spoken();
    for (const signal of signals) started.signals.emit(signal, signal);
    expect(exits).toEqual(wanted);
    expect(await started.code).toBe(0);
  });

  it('does not wait for idle connections', async () => {
    await using server = await launchServer({ DATA_DIR: await folderFor('idle') });
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    const begun = performance.now();
    expect((await server.stop()).code).toBe(0);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('closes in good order after an uncaught error, with a short message', async () => {
    const folder = await folderFor('broken');
    const fault =
      "process.once('SIGUSR2', () => { throw Object.assign(new Error('It broke.\\n' + 'x'.repeat(100_000)), { code: 'EBROKEN' }); })";
    const environment = {
      DATA_DIR: folder,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    };
    await using server = await launchServer(environment);
    server.kill('SIGUSR2');
    const { code, err } = await server.ended;
    expect(code).toBe(1);
    expect(err).toContain('Error: It broke. (EBROKEN)');
    expect(err.length).toBeLessThan(5_000);
    expect((await readdir(folder)).sort()).toEqual(['postgres', 'secrets.json']);
  });
});

describe('the program', () => {
  it.each([
    [['version'], 0],
    [['nonsense'], 2],
    [['users', 'create', 'anna', '--password', 'hush'], 2],
  ])('ends as a process with the number of its command: %j', async (argv, code) => {
    expect((await launch(argv).ended).code).toBe(code);
  });

  it('ends quietly when the reader has closed the pipe', async () => {
    const reader = launch(['call', '--list']);
    await reader.until(/./);
    expect((await reader.ended).code).toBe(0);
  });
});
