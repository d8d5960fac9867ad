import { setTimeout as wait } from 'node:timers/promises';
import { LdaptsDirectory } from '@backroom/adapters-ldap';
import type { DirectoryAccess, DirectoryFault, ProbePerson, ProbeStepName } from '@backroom/core/identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessTo, plainAccess } from '../support/directory-access.ts';
import {
  bindAnswer,
  extendedAnswer,
  fullServer,
  hostileServer,
  searchEnd,
  searchEntry,
  silentServer,
} from '../support/ldap-servers.ts';
import { describeWithSlapd, expiredAt, type SlapdOptions, startSlapd, type TestSlapd } from '../support/slapd.ts';

const directory = new LdaptsDirectory();

/** Which step failed or warned, with which code. */
async function whatIsWrong(access: DirectoryAccess, person?: ProbePerson) {
  const probe = await directory.probe(access, person);
  const wrong = probe.steps.find(({ status }) => status === 'failed' || status === 'warning');
  return { ok: probe.ok, step: wrong?.name, code: wrong?.code, message: wrong?.message, probe };
}

describeWithSlapd('a directory that is not set right', () => {
  let slapd: TestSlapd;
  beforeAll(async () => {
    slapd = await startSlapd();
  });
  afterAll(() => slapd?.stop());

  const ana = (password = slapd.people.ana.password) => ({ username: 'ana', password });

  it.each<[DirectoryFault, ProbeStepName, () => Partial<DirectoryAccess>, (() => ProbePerson)?]>([
    ['host_not_found', 'connect', () => ({ urls: ['ldaps://directory.invalid'] })],
    ['connection_refused', 'connect', () => ({ urls: ['ldaps://127.0.0.1:1'] })],
    ['invalid_credentials', 'bind', () => ({ bindPassword: 'another' })],
    ['invalid_credentials', 'bind', () => ({ bindPassword: null })],
    ['invalid_credentials', 'bind', () => ({ bindDn: 'cn=nobody,dc=example,dc=org' })],
    ['no_such_base', 'search', () => ({ baseDn: slapd.places.missing })],
    ['insufficient_access', 'search', () => ({ baseDn: slapd.places.hidden })],
    ['referral', 'search', () => ({ baseDn: slapd.places.elsewhere })],
    ['filter_invalid', 'search', () => ({ userFilter: '(uid={username}' })],
    ['user_not_found', 'user_lookup', () => ({}), () => ({ username: 'nobody' })],
    ['user_not_found', 'user_lookup', () => ({ attributes: { ...accessTo(slapd).attributes, uid: 'x' } }), ana],
    ['user_ambiguous', 'user_lookup', () => ({}), () => ({ username: 'twin' })],
    ['user_password_wrong', 'user_bind', () => ({}), () => ana('another')],
    ['user_password_wrong', 'user_bind', () => ({}), () => ana('')],
    ['group_missing', 'groups', () => ({ requiredGroupDn: slapd.groups.missing }), ana],
    ['group_missing', 'groups', () => ({ adminGroupDn: slapd.groups.missing, groupMode: 'group_search' }), ana],
    ['group_lookup_failed', 'groups', () => ({ adminGroupDn: slapd.places.hidden })],
    ['group_lookup_failed', 'groups', () => ({ adminGroupDn: slapd.groups.staff, nestedGroups: 'ad_rule' }), ana],
  ])('is reported as %s in the step %s (%#)', async (code, step, different, person) => {
    expect(await whatIsWrong(accessTo(slapd, different()), person?.())).toMatchObject({ ok: false, step, code });
  });

  it('is reported as no_entries, a warning, if no entry fits the filter', async () => {
    const wrong = await whatIsWrong(accessTo(slapd, { baseDn: slapd.places.empty }));
    expect(wrong).toMatchObject({ ok: true, step: 'search', code: 'no_entries' });
    expect(wrong.probe.steps[3]?.detail).toEqual({ sampleCount: 0, more: false });
  });

  it('is sampled with ten entries at most', async () => {
    const { probe } = await whatIsWrong(accessTo(slapd, { baseDn: slapd.places.crowd }));
    expect(probe.steps[3]).toMatchObject({ status: 'ok', detail: { sampleCount: 10, more: true } });
  });

  it('warns when the certificate is not checked', async () => {
    const wrong = await whatIsWrong(accessTo(slapd, { caCertificate: null, tlsVerify: false }));
    expect(wrong).toMatchObject({ ok: true, step: 'tls', code: undefined });
    expect(wrong.probe.warnings).toEqual([expect.stringContaining('not checked')]);
  });

  it('leaves out the steps that are not used', async () => {
    const { probe } = await whatIsWrong(accessTo(slapd, { urls: [slapd.url], allowPlaintext: true }));
    expect(probe.steps.map(({ name, status, code }) => [name, status, code])).toEqual([
      ['connect', 'ok', undefined],
      ['tls', 'skipped', 'not_used'],
      ['bind', 'ok', undefined],
      ['search', 'ok', undefined],
      ['user_lookup', 'skipped', 'not_used'],
      ['user_bind', 'skipped', 'not_used'],
      ['groups', 'skipped', 'not_used'],
    ]);
  });

  it('is reported as certificate_untrusted where only the usual authorities are trusted', async () => {
    const wrong = await whatIsWrong(accessTo(slapd, { caCertificate: null }));
    expect(wrong).toMatchObject({ step: 'tls', code: 'certificate_untrusted' });
  });

  it('is reported as certificate_name_mismatch where another name is expected', async () => {
    const wrong = await whatIsWrong(accessTo(slapd, { tlsServerName: 'directory.example.org' }));
    expect(wrong).toMatchObject({ step: 'tls', code: 'certificate_name_mismatch' });
  });

  it('is searched anonymously where there is no service account', async () => {
    const wrong = await whatIsWrong(accessTo(slapd, { bindDn: null, bindPassword: null }));
    expect(wrong).toMatchObject({ step: 'search', code: 'insufficient_access' });
  });

  it('never discloses a password or the words of the server', async () => {
    const access = accessTo(slapd, { bindPassword: 'a wrong secret' });
    const text = JSON.stringify([
      await directory.probe(access, ana()),
      await directory.probe(accessTo(slapd), ana('another secret')),
      await directory.authenticate(access, 'ana', 'another secret').catch((error) => [error.message, error.cause]),
    ]);
    expect(text).not.toMatch(/secret|password of ana|password of the reader|Code: 0x|ldapts|Error:/);
  });
});

describeWithSlapd('a server that is set differently', () => {
  it.each<[DirectoryFault, ProbeStepName, SlapdOptions, (slapd: TestSlapd) => Partial<DirectoryAccess>]>([
    ['certificate_expired', 'tls', { certificate: 'expired' }, () => ({})],
    ['certificate_expired', 'tls', { certificate: 'expired' }, ({ url }) => ({ urls: [url], startTls: true })],
    ['certificate_untrusted', 'tls', { certificate: 'untrusted' }, () => ({})],
    ['certificate_untrusted', 'tls', { certificate: 'untrusted' }, ({ url }) => ({ urls: [url], startTls: true })],
    ['certificate_name_mismatch', 'tls', { certificate: 'wrong_name' }, () => ({})],
    ['certificate_name_mismatch', 'tls', { certificate: 'wrong_name' }, ({ url }) => ({ urls: [url], startTls: true })],
    ['starttls_unsupported', 'tls', { certificate: 'none' }, ({ url }) => ({ urls: [url], startTls: true })],
    ['tls_failed', 'tls', {}, ({ url }) => ({ urls: [url.replace('ldap:', 'ldaps:')], operationTimeoutMs: 500 })],
    ['confidentiality_required', 'bind', { security: 'simple_bind=64' }, ({ url }) => ({ urls: [url] })],
    ['bind_refused', 'bind', { disallow: 'bind_anon' }, () => ({ bindDn: null, bindPassword: null })],
    ['bind_refused', 'bind', { disallow: 'bind_simple' }, () => ({})],
    ['size_limit', 'search', { sizeLimit: 5 }, ({ places }) => ({ baseDn: places.crowd })],
  ])('is reported as %s in the step %s (%#)', async (code, step, options, different) => {
    const slapd = await startSlapd(options);
    try {
      const access = accessTo(slapd, different(slapd));
      const wrong = await whatIsWrong(access);
      expect(wrong).toMatchObject({ step, code });
      if (code === 'size_limit') return;
      await expect(directory.authenticate(access, 'ana', 'a password')).rejects.toMatchObject({ cause: { code } });
    } finally {
      await slapd.stop();
    }
  });

  it('is reported with the expiry of its certificate', async () => {
    const slapd = await startSlapd({ certificate: 'expired' });
    try {
      const { message } = await whatIsWrong(accessTo(slapd));
      expect(message).toBe(`The server certificate expired on ${expiredAt.toISOString().slice(0, 10)}.`);
    } finally {
      await slapd.stop();
    }
  });

  it('fails a reading that it cuts off at its size limit', async () => {
    const slapd = await startSlapd({ sizeLimit: 5, lines: ['limits * size.prtotal=disabled'] });
    try {
      const read = async () => {
        for await (const _ of directory.people(accessTo(slapd, { baseDn: slapd.places.crowd })));
      };
      await expect(read()).rejects.toMatchObject({ code: 'directory_unavailable' });
    } finally {
      await slapd.stop();
    }
  });

  it('fails a login by an ambiguous name at a size limit of one', async () => {
    const slapd = await startSlapd({ sizeLimit: 1 });
    try {
      const answer = directory.authenticate(accessTo(slapd), 'twin', slapd.people.twin.password);
      await expect(answer).rejects.toMatchObject({ cause: { code: 'size_limit' } });
    } finally {
      await slapd.stop();
    }
  });

  it('is unavailable while it is down, and used again when it is back', async () => {
    const slapd = await startSlapd();
    try {
      const logIn = () => directory.authenticate(accessTo(slapd), 'ana', slapd.people.ana.password);
      await slapd.kill();
      await expect(logIn()).rejects.toMatchObject({ cause: { code: 'connection_refused' } });
      await slapd.restart();
      expect((await logIn()).outcome).toBe('accepted');
    } finally {
      await slapd.stop();
    }
  });
});

describeWithSlapd('a server that dies', () => {
  it('between the bind and the search is reported as protocol_error', async () => {
    const server = await hostileServer(({ kind }, socket) => {
      if (kind === 'search') socket.destroy();
      return undefined;
    });
    try {
      const wrong = await whatIsWrong(plainAccess(server.url));
      expect(wrong).toMatchObject({ step: 'search', code: 'protocol_error' });
    } finally {
      await server.stop();
    }
  });

  it.each([false, true])('fails all concurrent logins (StartTLS %s)', async (startTls) => {
    const slapd = await startSlapd();
    try {
      const access = accessTo(slapd, startTls ? { urls: [slapd.url], startTls } : {});
      const logInUntilItFails = async () => {
        for (;;) await directory.authenticate(access, 'ana', slapd.people.ana.password);
      };
      const people = Array.from({ length: 8 }, () => logInUntilItFails().catch(({ code }) => code));
      await wait(150);
      await slapd.kill();
      expect(new Set(await Promise.all(people))).toEqual(new Set(['directory_unavailable']));
    } finally {
      await slapd.stop();
    }
  });

  it('fails a reading between two pages', async () => {
    const slapd = await startSlapd();
    try {
      const read = async () => {
        for await (const _ of directory.people(accessTo(slapd, { baseDn: slapd.places.crowd }))) await slapd.kill();
      };
      await expect(read()).rejects.toMatchObject({ code: 'directory_unavailable', cause: { code: 'protocol_error' } });
    } finally {
      await slapd.stop();
    }
  });
});

describeWithSlapd('a server that accepts and never answers', () => {
  it.each<[string, ProbeStepName, Partial<DirectoryAccess>]>([
    ['the bind', 'bind', {}],
    ['StartTLS', 'tls', { startTls: true }],
  ])('is reported as operation_timeout where it is to answer %s', async (_, step, different) => {
    const server = await silentServer();
    try {
      const access = plainAccess(server.url, { operationTimeoutMs: 200, ...different });
      expect(await whatIsWrong(access)).toMatchObject({ step, code: 'operation_timeout' });
    } finally {
      await server.stop();
    }
  });

  it('is reported as operation_timeout with implicit TLS', async () => {
    const server = await silentServer();
    try {
      const access = plainAccess(server.url.replace('ldap:', 'ldaps:'), { connectTimeoutMs: 200 });
      expect(await whatIsWrong(access)).toMatchObject({ step: 'tls', code: 'operation_timeout' });
    } finally {
      await server.stop();
    }
  });

  it('is reported as operation_timeout during the search', async () => {
    const server = await hostileServer(({ id, kind }) => (kind === 'bind' ? bindAnswer(id) : Buffer.alloc(0)));
    try {
      const access = plainAccess(server.url, { operationTimeoutMs: 200 });
      expect(await whatIsWrong(access)).toMatchObject({ step: 'search', code: 'operation_timeout' });
    } finally {
      await server.stop();
    }
  });

  it('is reported as connect_timeout without an accepted connection', async () => {
    const server = await fullServer();
    try {
      const access = plainAccess(server.url, { connectTimeoutMs: 300 });
      expect(await whatIsWrong(access)).toMatchObject({ step: 'connect', code: 'connect_timeout' });
    } finally {
      await server.stop();
    }
  });
});

describeWithSlapd('a server with an answer of its own', () => {
  it.each<[number, DirectoryFault]>([
    [1, 'insufficient_access'],
    [3, 'operation_timeout'],
    [10, 'referral'],
    [11, 'size_limit'],
    [18, 'filter_invalid'],
    [51, 'protocol_error'],
    [80, 'protocol_error'],
  ])('to a search, the result code %i, is reported as %s', async (result, code) => {
    const server = await hostileServer(({ id, kind }) => (kind === 'search' ? searchEnd(id, result) : undefined));
    try {
      expect(await whatIsWrong(plainAccess(server.url))).toMatchObject({ step: 'search', code });
    } finally {
      await server.stop();
    }
  });

  it('that denies a sign-in for any reason counts as a wrong password', async () => {
    for (const result of [19, 48, 49, 50, 53]) {
      const server = await hostileServer(({ id, kind, dn }) => {
        if (kind === 'bind') return bindAnswer(id, dn.startsWith('uid=') ? result : 0);
        if (kind !== 'search') return undefined;
        const attributes = { uid: ['ana'], entryUUID: ['1'] };
        return Buffer.concat([searchEntry(id, 'uid=ana,dc=example,dc=org', attributes), searchEnd(id)]);
      });
      const answer = await directory.authenticate(plainAccess(server.url), 'ana', 'a password');
      await server.stop();
      expect(answer).toEqual({ outcome: 'refused', reason: 'wrong_password' });
    }
  });

  it('to StartTLS that is followed by more than it is not listened to', async () => {
    const server = await hostileServer(({ id }) => Buffer.concat([extendedAnswer(id), bindAnswer(2)]));
    try {
      const wrong = await whatIsWrong(plainAccess(server.url, { startTls: true }));
      expect(wrong).toMatchObject({ step: 'tls', code: 'protocol_error' });
    } finally {
      await server.stop();
    }
  });
});
