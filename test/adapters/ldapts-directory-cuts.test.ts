import { LdaptsDirectory } from '@backroom/adapters-ldap';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HostRules } from '../../packages/adapters-ldap/src/addresses.ts';
import { authenticate } from '../../packages/adapters-ldap/src/authenticate.ts';
import { accessTo, plainAccess } from '../support/directory-access.ts';
import { cuttingProxy, silentServer } from '../support/ldap-servers.ts';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../support/slapd.ts';

const directory = new LdaptsDirectory();

describeWithSlapd('a connection to a directory', () => {
  let slapd: TestSlapd;
  beforeAll(async () => {
    slapd = await startSlapd();
  });
  afterAll(() => slapd?.stop());

  const port = (url: string): number => Number(new URL(url).port);

  /** The outcome of a login whose connections are cut after a number of answered bytes. */
  async function logIn(bytes: number, { startTls, isHard }: { readonly startTls: boolean; readonly isHard: boolean }) {
    const proxy = await cuttingProxy(port(startTls ? slapd.url : slapd.ldapsUrl), bytes, isHard);
    try {
      const urls = [startTls ? proxy.url : proxy.url.replace('ldap:', 'ldaps:')];
      const access = accessTo(slapd, { urls, startTls, connectTimeoutMs: 1_000, operationTimeoutMs: 1_000 });
      return await directory.authenticate(access, 'ana', slapd.people.ana.password).then(
        ({ outcome }) => outcome,
        ({ code, cause }) => `${code} ${cause.code}`,
      );
    } finally {
      await proxy.stop();
    }
  }

  it.each([
    { startTls: false, isHard: false },
    { startTls: false, isHard: true },
    { startTls: true, isHard: false },
    { startTls: true, isHard: true },
  ])('may be cut at any place without another harm (%j)', async (how) => {
    const answers = new Set<string>();
    for (let bytes = 1; bytes < 2_400; bytes += 61) answers.add(await logIn(bytes, how));
    expect([...answers].sort()).toEqual([
      'accepted',
      'directory_unavailable protocol_error',
      'directory_unavailable tls_failed',
    ]);
  });
});

it('a login is over when its time is, however long each step may take', async () => {
  const server = await silentServer();
  const start = performance.now();
  try {
    const access = plainAccess(server.url, { operationTimeoutMs: 60_000, connectTimeoutMs: 60_000 });
    const request = { access, hosts: new HostRules(undefined), signal: AbortSignal.timeout(200) };
    await expect(authenticate(request, 'ana', 'a password')).rejects.toMatchObject({ code: 'operation_timeout' });
    expect(performance.now() - start).toBeLessThan(2_000);
  } finally {
    await server.stop();
  }
});
