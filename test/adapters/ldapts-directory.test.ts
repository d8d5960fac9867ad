import { LdaptsDirectory } from '@backroom/adapters-ldap';
import type { DirectoryAccess } from '@backroom/core/identity';
import { directoryContract } from '@backroom/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessTo } from '../support/directory-access.ts';
import { recordingServer } from '../support/ldap-servers.ts';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../support/slapd.ts';

const directory = new LdaptsDirectory();
const nowhere = 'ldaps://127.0.0.1:1';

describeWithSlapd('its contract', () => {
  directoryContract('ldapts with OpenLDAP', async () => {
    const slapd = await startSlapd();
    const { ana, carl } = slapd.people;
    const access = accessTo(slapd);
    return {
      directory,
      access,
      deadAccess: { ...access, urls: [nowhere] },
      member: {
        username: ana.uid,
        password: ana.password,
        externalId: ana.entryUuid,
        email: ana.mail ?? '',
        displayName: ana.displayName ?? '',
      },
      outsider: { username: carl.uid, password: carl.password },
      sharedUsername: slapd.people.twin.uid,
      group: slapd.groups.staff,
      missingGroup: slapd.groups.missing,
      crowdAccess: accessTo(slapd, { baseDn: slapd.places.crowd }),
      crowdSize: 620,
      certificate: slapd.ca,
      close: () => slapd.stop(),
    };
  });
});

describeWithSlapd('LdaptsDirectory', () => {
  let slapd: TestSlapd;
  beforeAll(async () => {
    slapd = await startSlapd();
  });
  afterAll(() => slapd?.stop());

  const logIn = async (who: keyof TestSlapd['people'], different: Partial<DirectoryAccess> = {}) => {
    const { uid, password } = slapd.people[who];
    return directory.authenticate(accessTo(slapd, different), uid, password);
  };

  it.each([
    ['StartTLS', () => ({ urls: [slapd.url], startTls: true })],
    ['no encryption', () => ({ urls: [slapd.url], allowPlaintext: true })],
    ['a certificate that is not checked', () => ({ caCertificate: null, tlsVerify: false })],
    ['a host by name', () => ({ urls: [slapd.ldapsUrl.replace('127.0.0.1', 'localhost')] })],
    ['another name of the certificate', () => ({ tlsServerName: 'localhost' })],
  ])('logs in with %s', async (_, different) => {
    expect((await logIn('ana', different())).outcome).toBe('accepted');
  });

  it('uses the next server where one does not accept', async () => {
    const probe = await directory.probe(accessTo(slapd, { urls: [nowhere, 'ldaps://host.invalid', slapd.ldapsUrl] }));
    expect(probe).toMatchObject({ ok: true, server: slapd.ldapsUrl });
  });

  it('logs in a user whose name has special characters', async () => {
    const { zoe } = slapd.people;
    expect(await logIn('zoe', { requiredGroupDn: slapd.groups.staff })).toMatchObject({
      outcome: 'accepted',
      person: { username: zoe.uid, externalId: zoe.entryUuid, displayName: zoe.displayName },
    });
  });

  it('takes a name as the directory spells it, whatever the case in which it was typed', async () => {
    const answer = await directory.authenticate(accessTo(slapd), 'ANA', slapd.people.ana.password);
    expect(answer).toMatchObject({ person: { username: 'ana' } });
  });

  it('falls back to the common name, and omits attributes that the entry lacks', async () => {
    expect(await logIn('ben')).toMatchObject({
      person: { email: undefined, displayName: 'ben (common name)' },
    });
  });

  it('refuses a user without a password at the directory', async () => {
    const answer = await directory.authenticate(accessTo(slapd), slapd.people.ida.uid, 'any password');
    expect(answer).toEqual({ outcome: 'refused', reason: 'wrong_password' });
  });

  it('does not use entries without the identifying attribute', async () => {
    const attributes = { ...accessTo(slapd).attributes, uid: 'employeeNumber' };
    expect(await logIn('ana', { attributes })).toEqual({ outcome: 'refused', reason: 'incomplete' });
  });

  it('reads a binary identifier, and finds the user by it', async () => {
    const access = accessTo(slapd);
    const attributes = { ...access.attributes, uid: 'objectguid' };
    const { objectGuid } = slapd.people.ana;
    expect(await logIn('ana', { attributes })).toMatchObject({ person: { externalId: objectGuid } });
    expect(await directory.findByExternalId({ ...access, attributes }, objectGuid)).toMatchObject({ username: 'ana' });
  });

  it('reads binary identifiers of all entries', async () => {
    const access = accessTo(slapd, { baseDn: slapd.places.crowd });
    const ids = new Set<string>();
    const attributes = { ...access.attributes, uid: 'objectGUID' };
    for await (const page of directory.people({ ...access, attributes }))
      for (const one of page) ids.add(one.externalId);
    expect(ids.size).toBe(620);
    expect([...ids].every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))).toBe(true);
  });

  it('returns the membership of groups for all entries', async () => {
    const rights: Record<string, unknown> = {};
    const access = accessTo(slapd, { requiredGroupDn: slapd.groups.staff, adminGroupDn: slapd.groups.admins });
    for await (const page of directory.people(access))
      for (const { username, isAllowed, isAdministrator } of page) rights[username] = [isAllowed, isAdministrator];
    expect(rights).toMatchObject({ ana: [true, true], ben: [true, false], carl: [false, false] });
  });

  it('stops reading entries when no more are needed', async () => {
    for await (const page of directory.people(accessTo(slapd, { baseDn: slapd.places.crowd }))) {
      expect(page).toHaveLength(500);
      break;
    }
  });

  it('searches below the base only', async () => {
    const answer = await directory.authenticate(accessTo(slapd), 'crowd0001', 'password of crowd0001');
    expect(answer).toEqual({ outcome: 'refused', reason: 'unknown' });
  });

  it('does not follow pointers to other servers', async () => {
    const access = accessTo(slapd, { baseDn: slapd.places.branch });
    const probe = await directory.probe(access, { username: 'rita', password: 'password of rita' });
    expect(probe).toMatchObject({ ok: true, person: { found: true } });
    expect(probe.warnings).toEqual([expect.stringContaining('other servers')]);
  });

  it('sends no password to a server it did not mean', async () => {
    const listener = await recordingServer();
    try {
      const access = accessTo(slapd, { urls: [listener.url], startTls: true, operationTimeoutMs: 200 });
      await expect(directory.authenticate(access, 'ana', 'a password')).rejects.toMatchObject({
        cause: { code: 'operation_timeout' },
      });
      expect(listener.received().includes(Buffer.from('1.3.6.1.4.1.1466.20037'))).toBe(true);
      expect(listener.received().includes(Buffer.from('password'))).toBe(false);
      expect(listener.received()).toHaveLength(31);
    } finally {
      await listener.stop();
    }
  });
});
