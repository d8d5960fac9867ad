import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { readSettings, type Settings, SettingsError, serve } from '@backroom/composition';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../../support/databases.ts';

/** A socket that takes a free port. */
async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('a server started from settings', () => {
  let name: string;
  const settings = (more: Readonly<Record<string, string>> = {}) =>
    readSettings({
      DATABASE_URL: serverUrl(name),
      DATABASE_POOL_SIZE: '4',
      JWT_SECRET: 'a-secret-of-at-least-thirty-two-bytes',
      PORT: '0',
      LOG_LEVEL: 'silent',
      BOOTSTRAP_ADMIN_USERNAME: 'root',
      BOOTSTRAP_ADMIN_PASSWORD: 'first-light-over-harbour',
      ...more,
    });
  const signIn = async (url: string) => {
    const body = JSON.stringify({ username: 'root', password: 'first-light-over-harbour' });
    const answer = await fetch(`${url}/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  beforeAll(async () => {
    name = await createDatabase();
  });
  afterAll(() => dropDatabase(name));

  it('does not start on a database that is not up to date', async () => {
    await expect(serve(settings(), { migrate: false })).rejects.toThrow(SettingsError);
  });

  it('does not start with a first password that is refused', async () => {
    await expect(serve(settings({ BOOTSTRAP_ADMIN_PASSWORD: 'password' }), { migrate: true })).rejects.toThrow();
  });

  it('makes the schema and the first administrator, serves, and stops', async () => {
    const server = await serve(
      settings({
        METRICS_PORT: '0',
        METRICS_TOKEN: 'measure-me',
        HTTP_INVENTORY_PREFIX: '/stock',
        CORS_ORIGINS: 'https://shop.example.org',
        PUBLIC_URL: 'https://back.example.org',
      }),
      { migrate: true },
    );
    try {
      expect(server.administrator).toEqual({ outcome: 'created', username: 'root' });
      const token = await signIn(`${server.url}/stock`);
      const me = await fetch(`${server.url}/stock/users/me`, {
        headers: { authorization: `Bearer ${token}`, origin: 'https://shop.example.org' },
      });
      expect(await me.json()).toMatchObject({ username: 'root', is_admin: true });
      expect(me.headers.get('access-control-allow-origin')).toBe('https://shop.example.org');
      expect(me.headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
      expect((await fetch(`${server.url}/users/me`)).status).toBe(404);
      expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
      expect((await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
        401,
      );
      const measured = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer measure-me' } });
      expect(await measured.text()).toContain('/users/me');
      expect((await fetch(`${server.metricsUrl}/metrics`)).status).toBe(200);
      expect(
        (await fetch(`${server.url}/stock/items`, { headers: { authorization: 'Bearer measure-me' } })).status,
      ).toBe(401);
    } finally {
      await server.close();
    }
    await server.close();
    await expect(fetch(`${server.url}/stock/health`)).rejects.toThrow();
  });

  it('leaves the administrator alone the next time, whatever the variables', async () => {
    const server = await serve(settings({ BOOTSTRAP_ADMIN_PASSWORD: 'another-light-over-harbour' }), {
      migrate: false,
    });
    try {
      expect(server.migrated).toEqual([]);
      expect(server.administrator).toEqual({ outcome: 'not needed' });
      await signIn(server.url);
    } finally {
      await server.close();
    }
  });

  it('is not ready before there is an administrator, but alive', async () => {
    const empty = await createDatabase();
    const bare = { DATABASE_URL: serverUrl(empty), BOOTSTRAP_ADMIN_USERNAME: '', BOOTSTRAP_ADMIN_PASSWORD: '' };
    const server = await serve(settings(bare), { migrate: true });
    const states = () =>
      Promise.all(
        ['/health', '/health/live', '/health/ready'].map(async (path) => (await fetch(`${server.url}${path}`)).status),
      );
    try {
      expect(server.administrator).toEqual({ outcome: 'administrator missing' });
      expect(await states()).toEqual([200, 200, 503]);
      const { core, actor } = server.application;
      const account = { username: 'ada', role: 'admin', password: 'first-light-over-harbour' } as const;
      await core.identity.createUser(await actor('system'), account);
      await vi.waitFor(async () => expect(await states()).toEqual([200, 200, 200]), { timeout: 20_000, interval: 100 });
    } finally {
      await server.close();
      await dropDatabase(empty);
    }
  });

  it('makes a configured administrator before it listens', async () => {
    const free = await listening();
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const empty = await createDatabase();
    let hasStarted = false;
    const starting = serve({ ...settings({ DATABASE_URL: serverUrl(empty) }), port }, { migrate: true }).finally(() => {
      hasStarted = true;
    });
    try {
      // `fetch` fails with a TypeError until the port listens; the first answer has to be a token.
      let token: string | undefined;
      while (token === undefined && !hasStarted)
        token = await signIn(`http://127.0.0.1:${port}`).catch((error: unknown) => {
          if (error instanceof TypeError) return undefined;
          throw error;
        });
      expect(token).toEqual(expect.any(String));
    } finally {
      await (await starting).close();
      await dropDatabase(empty);
    }
  }, 60_000);

  it('makes nothing where its port is taken', async () => {
    const taken = await listening();
    const { port } = taken.address() as AddressInfo;
    const empty = await createDatabase();
    const start = async (more: Partial<Settings>) => {
      const server = await serve({ ...settings({ DATABASE_URL: serverUrl(empty) }), ...more }, { migrate: true });
      await server.close();
      return server.administrator;
    };
    try {
      await expect(start({ port })).rejects.toMatchObject({ cause: { code: 'EADDRINUSE' } });
      expect(await start({})).toMatchObject({ outcome: 'created' });
    } finally {
      taken.close();
      await dropDatabase(empty);
    }
  }, 60_000);

  it('clears tables of an embedded database that have grown', async () => {
    const server = await serve({ ...settings(), database: { kind: 'memory' } }, { migrate: true });
    const { database } = server.application;
    try {
      await database.executeSql('create table grown (n int)');
      await database.executeSql('insert into grown select generate_series(1, 20000)');
      await database.executeSql('delete from grown');
      const size = () => database.executeSql(`select pg_relation_size('grown')::int as bytes`);
      await vi.waitFor(async () => expect((await size()).rows).toEqual([{ bytes: 0 }]), {
        timeout: 100_000,
        interval: 500,
      });
    } finally {
      await server.close();
    }
  }, 150_000);
});
