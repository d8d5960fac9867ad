import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, readSettings, SettingsError, serve } from '@backroom/composition';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../../support/databases.ts';
import { sendJson } from '../../support/send-json.ts';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../../support/slapd.ts';

describeWithSlapd('servers with a directory in their environment', () => {
  let slapd: TestSlapd;
  let name: string;
  beforeAll(async () => {
    slapd = await startSlapd();
    name = await createDatabase();
  });
  afterAll(async () => {
    await slapd?.stop();
    await dropDatabase(name);
  });

  const environment = () => ({
    DATABASE_URL: serverUrl(name),
    DATABASE_POOL_SIZE: '5',
    JWT_SECRET: 'a secret of at least thirty-two bytes',
    BOOTSTRAP_ADMIN_USERNAME: 'ada',
    BOOTSTRAP_ADMIN_PASSWORD: 'first-light-over-harbour',
    PORT: '0',
    LOG_LEVEL: 'silent',
    LDAP_ENABLED: 'true',
    LDAP_URL: slapd.ldapsUrl,
    LDAP_CA_CERTIFICATE: slapd.ca,
    LDAP_BIND_DN: slapd.serviceDn,
    LDAP_BIND_PASSWORD: slapd.servicePassword,
    LDAP_BASE_DN: slapd.places.crowd,
    LDAP_SYNC_ENABLED: 'true',
    LDAP_ALLOWED_HOSTS: '127.0.0.0/8',
  });
  const open = (different: Readonly<Record<string, string>> = {}): Promise<RunningServer> =>
    serve(readSettings({ ...environment(), ...different }), { migrate: true });
  const tokenOf = async ({ url }: RunningServer, username: string, password: string) => {
    const response = await sendJson('POST', `${url}/users/login`, { username, password }, {});
    expect(response.status).toBe(200);
    return ((await response.json()) as { access_token: string }).access_token;
  };

  it('synchronise once at their start, accept logins, and stop at once', async () => {
    const servers = [await open(), await open()];
    const [one] = servers as [RunningServer];
    try {
      const token = await tokenOf(one, 'ada', 'first-light-over-harbour');
      const read = async (path: string) => {
        const response = await sendJson('GET', `${one.url}${path}`, undefined, { token });
        return { total: Number(response.headers.get('x-total-count')), body: (await response.json()) as never };
      };
      for (let round = 0; (await read('/users?source=ldap')).total < 620; round += 1) {
        expect(round).toBeLessThan(100);
        await wait(100);
      }
      for (let round = 0; (await read('/audit?action=directory.sync')).total < 1; round += 1) {
        expect(round).toBeLessThan(100);
        await wait(100);
      }
      expect((await read('/audit?action=directory.sync')).total).toBe(1);
      await tokenOf(one, 'crowd0001', 'password of crowd0001');
    } finally {
      const started = performance.now();
      for (const server of servers) await server.close();
      expect(performance.now() - started).toBeLessThan(6_000);
    }
  });

  it('do not start with invalid hosts, and name the variable', async () => {
    await expect(open({ LDAP_ALLOWED_HOSTS: 'a b' })).rejects.toThrow(SettingsError);
    await expect(open({ LDAP_ALLOWED_HOSTS: 'a b' })).rejects.toThrow('LDAP_ALLOWED_HOSTS');
  });

  it.each([
    ['LDAP_URL', 'https://directory.example.org'],
    ['LDAP_ENABLED', 'perhaps'],
    ['LDAP_GROUP_MODE', 'guess'],
    ['LDAP_CONNECT_TIMEOUT_MS', '1'],
  ])('do not start with a %s that makes no sense', async (variable, value) => {
    await expect(async () => open({ [variable]: value })).rejects.toThrow(variable);
  });
});
