import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { sendJson } from '../support/send-json.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const administrator = { username: 'ada', password: 'first-light-over-harbour' };

describe('two processes on one PostgreSQL', () => {
  let name: string;
  let servers: readonly ServerProcess[] = [];
  beforeAll(async () => {
    name = await createDatabase();
    const variables = {
      DATABASE_URL: serverUrl(name),
      DATABASE_POOL_SIZE: '4',
      JWT_SECRET: 'a secret of at least thirty-two bytes',
      BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '1',
      RATE_LIMIT_API: '240',
    };
    servers = [await startServer(variables), await startServer(variables)];
  });
  afterAll(async () => {
    for (const server of servers) await server.kill();
    await dropDatabase(name);
  });

  const at = (process: number, path: string) => `${servers[process]?.url}${path}`;
  const logIn = async (process: number, given: { username: string; password: string; ip: string }) => {
    const { ip, ...credentials } = given;
    const response = await fetch(at(process, '/users/login'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify(credentials),
    });
    return { status: response.status, body: (await response.json()) as { readonly access_token: string } };
  };

  it('count failed logins together', async () => {
    const someUser = { username: 'mara', password: 'quiet-wrong-lantern', ip: '10.0.0.1' };
    const statuses: number[] = [];
    for (const process of [0, 0, 0, 1, 1, 1, 0]) statuses.push((await logIn(process, someUser)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('allow no more than five concurrent checks on both together', async () => {
    const someUser = { username: 'ben', password: 'quiet-wrong-lantern', ip: '10.0.0.2' };
    const tries = Array.from({ length: 20 }, (_, index) => logIn(index % 2, someUser));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('reset failed logins together', async () => {
    const ada = { ...administrator, ip: '10.0.0.3' };
    const { access_token: token } = (await logIn(0, { ...ada, ip: '10.0.0.4' })).body;
    for (let count = 0; count < 5; count += 1) await logIn(count % 2, { ...ada, password: 'quiet-wrong-lantern' });
    expect(await logIn(1, ada)).toMatchObject({ status: 429 });
    const me = (await (await sendJson('GET', at(0, '/users/me'), undefined, { token })).json()) as { id: number };
    expect((await sendJson('POST', at(0, `/users/${me.id}/unlock`), undefined, { token })).status).toBe(204);
    expect(await logIn(1, ada)).toMatchObject({ status: 200 });
  });

  it('share the limit of one user, but for what one of them has leased and not spent', async () => {
    const { access_token: token } = (await logIn(0, { ...administrator, ip: '10.0.0.5' })).body;
    const before = await sendJson('GET', at(0, '/users/me'), undefined, { token });
    const left = Number(before.headers.get('ratelimit-remaining'));
    let granted = 0;
    for (let count = 0; count < 260; count += 1) {
      const response = await sendJson('GET', at(count % 2, '/users/me'), undefined, { token });
      await response.arrayBuffer();
      if (response.status === 200) granted += 1;
      else expect(response.status).toBe(429);
    }
    // A sixtieth of 240 is leased at once.
    expect(granted).toBeLessThanOrEqual(left);
    expect(granted).toBeGreaterThan(left - 2 * 4);
  });
});

describe('a server that cannot count', () => {
  let name: string;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    name = await createDatabase();
    server = await startServer({
      DATABASE_URL: serverUrl(name),
      JWT_SECRET: 'a secret of at least thirty-two bytes',
      BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_API: '60',
    });
  });
  afterAll(async () => {
    await server?.kill();
    await dropDatabase(name);
  });

  it('refuses all logins, and answers everything else', async () => {
    const logIn = () => sendJson('POST', `${server?.url}/users/login`, administrator, {});
    const { access_token: token } = (await (await logIn()).json()) as { readonly access_token: string };
    const client = new pg.Client({ connectionString: serverUrl(name) });
    await client.connect();
    await client.query('alter table rate_counter rename to rate_counter_elsewhere');
    const refused = await logIn();
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 503,
      body: { code: 'busy' },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await sendJson('GET', `${server?.url}/users/me`, undefined, { token })).status).toBe(200);
    expect((await sendJson('GET', `${server?.url}/users/me`, undefined, { token: 'a.b.c' })).status).toBe(401);
    await client.query('alter table rate_counter_elsewhere rename to rate_counter');
    await client.end();
    expect((await logIn()).status).toBe(200);
  });
});
