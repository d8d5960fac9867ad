import { LdaptsDirectory } from '@backroom/adapters-ldap';
import { defaultDirectorySettings } from '@backroom/core/identity';
import { describe, expect, it } from 'vitest';
import { HostRules, readAddress } from '../../packages/adapters-ldap/src/addresses.ts';
import { plainAccess } from '../support/directory-access.ts';
import { recordingServer } from '../support/ldap-servers.ts';

const faultsOfUrl = (url: string, allowedHosts?: readonly string[]) =>
  new LdaptsDirectory(allowedHosts === undefined ? {} : { allowedHosts })
    .faultsOf({ ...defaultDirectorySettings, urls: [url] })
    .map(({ path, code }) => `${path.join('.')} ${code}`);

describe('the address of a directory', () => {
  it.each([
    'ldap://directory.example.org',
    'ldaps://directory.example.org:3269',
    'LDAPS://Directory.Example.Org',
    'ldap://10.0.0.1',
    'ldap://[2001:db8::1]:389',
    'ldap://localhost',
  ])('is accepted as %s', (url) => {
    expect(faultsOfUrl(url)).toEqual([]);
  });

  it.each([
    'http://directory.example.org',
    'ldapi:///var/run/slapd',
    'ldap://',
    'ldap://user@directory.example.org',
    'ldap://user:word@directory.example.org',
    'ldap://directory.example.org/dc=example',
    'ldap://directory.example.org/?x',
    'ldap://directory.example.org:0',
    'ldap://directory.example.org:65536',
    'ldap://directory.example.org:389:389',
    'ldap://a b',
    'ldap://a\nb',
    'ldap://[::1',
    'ldap://[directory]',
    'ldap://[fe80::1%25eth0]',
    ' ldap://directory.example.org',
    'javascript:alert(1)',
    '',
  ])('is refused as %j', (url) => {
    expect(faultsOfUrl(url)).toEqual(['url invalid_format']);
  });

  it.each([
    'ldap://169.254.169.254',
    'ldap://169.254.0.1:80',
    'ldap://[fe80::1]',
    'ldap://[febf::1]',
    'ldap://[::ffff:169.254.169.254]',
    'ldap://[::ffff:a9fe:a9fe]',
    'ldap://[::a9fe:a9fe]',
    'ldap://[64:ff9b::a9fe:a9fe]',
    'ldap://[64:ff9b::169.254.169.254]',
    'ldap://[2002:a9fe:a9fe::1]',
    'ldap://[fd00:ec2::254]',
    'ldap://100.100.100.200',
  ])('is never asked as %s', (url) => {
    expect(faultsOfUrl(url)).toEqual(['url not_allowed']);
    expect(faultsOfUrl(url, ['0.0.0.0/0', '::/0'])).toEqual(['url not_allowed']);
  });

  it.each(['169.254.169.254', 'fe80::1%eth0', '::ffff:169.254.169.254'])(
    'is never contacted where its name leads to %s, also beside another address',
    (address) => {
      const server = readAddress('ldap://directory.example.org');
      if (server === undefined) throw new Error('It is an address.');
      for (const rules of [new HostRules(undefined), new HostRules(['directory.example.org'])])
        expect(() => rules.permitted(server, ['192.0.2.1', address])).toThrow('not one that may be asked');
    },
  );

  it.each(['0xa9fea9fe', '2852039166', '0251.0376.0251.0376'])(
    'is never contacted in the disguise of %s',
    async (host) => {
      const probe = await new LdaptsDirectory().probe(plainAccess(`ldap://${host}`));
      expect(probe.steps[0]).toMatchObject({ name: 'connect', status: 'failed' });
      expect(['network_unreachable', 'host_not_found']).toContain(probe.steps[0]?.code);
    },
  );
});

describe('allowed hosts', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['127.0.0.1', ['127.0.0.0/8']],
    ['127.0.0.1', ['10.0.0.0/8', '127.0.0.1/32']],
    ['localhost', ['LOCALHOST']],
    ['localhost', ['127.0.0.0/8', '::1']],
    ['127.0.0.1', []],
  ])('let %s be asked where they are %j', async (host, allowedHosts) => {
    const listener = await recordingServer();
    try {
      const access = plainAccess(`ldap://${host}:${listener.port}`, { operationTimeoutMs: 150 });
      await new LdaptsDirectory({ allowedHosts }).probe(access);
      expect(listener.received().length).toBeGreaterThan(0);
    } finally {
      await listener.stop();
    }
  });

  it.each([
    ['127.0.0.1', ['directory.example.org']],
    ['127.0.0.1', ['10.0.0.0/8']],
    ['localhost', ['directory.example.org', '10.0.0.0/8']],
    ['localhost', ['ocalhost', 'localhost.example.org']],
  ])('keep everything from %s where they are %j', async (host, allowedHosts) => {
    const listener = await recordingServer();
    try {
      const directory = new LdaptsDirectory({ allowedHosts });
      const access = plainAccess(`ldap://${host}:${listener.port}`, { operationTimeoutMs: 150 });
      const probe = await directory.probe(access, { username: 'ana', password: 'a password' });
      expect(probe.steps[0]).toMatchObject({ status: 'failed', code: 'network_unreachable' });
      await expect(directory.authenticate(access, 'ana', 'a password')).rejects.toMatchObject({
        cause: { code: 'network_unreachable' },
      });
      expect([listener.connections(), listener.received().length]).toEqual([0, 0]);
    } finally {
      await listener.stop();
    }
  });

  it('refuse an address outside of them already when it is set', () => {
    expect(faultsOfUrl('ldap://10.0.0.1', ['192.168.0.0/16'])).toEqual(['url not_allowed']);
  });

  it.each(['10.0.0.0/33', 'a b', 'http://x', '10.0.0.0/8/8', '::/129'])('are refused as %j', (entry) => {
    expect(() => new LdaptsDirectory({ allowedHosts: [entry] })).toThrow(RangeError);
  });
});
