import { MemoryDirectory } from '@backroom/adapters-memory';
import {
  type DirectoryPatch,
  type DirectorySettings,
  defaultDirectorySettings,
  type FixedDirectorySettings,
  type IdentityPorts,
  type SecretBox,
  type StoredDirectorySettings,
} from '@backroom/core/identity';
import { NOON } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { openDirectory, viewDirectory } from '../../../packages/core/src/identity/directory/access.ts';
import { planChange, proposedDirectory } from '../../../packages/core/src/identity/directory/change.ts';
import { applyPatch } from '../../../packages/core/src/identity/directory/patch.ts';
import { faultsOfSettings } from '../../../packages/core/src/identity/directory/rules.ts';

const good: DirectorySettings = {
  ...defaultDirectorySettings,
  enabled: true,
  urls: ['ldaps://directory.example.org'],
  bindDn: 'cn=reader,dc=example,dc=org',
  baseDn: 'dc=example,dc=org',
};

/** Seals readably, so that tests see what was sealed, and for what purpose. */
const glass: SecretBox = {
  canSeal: true,
  seal: (text, purpose) => `${purpose}|${text}`,
  open: (sealed, purpose) => (sealed.startsWith(`${purpose}|`) ? sealed.slice(purpose.length + 1) : undefined),
  isStale: () => false,
};

const portsWith = (fixed: FixedDirectorySettings = { settings: {} }, stored?: StoredDirectorySettings) =>
  ({
    directory: new MemoryDirectory(),
    secretBox: glass,
    fixedDirectory: fixed,
    directorySettings: { find: async () => stored },
  }) as unknown as IdentityPorts;
const ports = portsWith();

/** What is stored after this patch. */
function stored(patch: DirectoryPatch, before?: StoredDirectorySettings, by = ports): StoredDirectorySettings {
  const { kept } = planChange(by, before, patch);
  return { ...kept, version: (before?.version ?? 0) + 1, updatedAt: NOON, updatedBy: null };
}

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('settings of a directory', () => {
  it('are valid by default', () => {
    expect(faultsOfSettings(defaultDirectorySettings)).toEqual([]);
  });

  it.each<[string, Partial<DirectorySettings>, string, string]>([
    ['another protocol', { urls: ['http://directory.example.org'] }, 'url', 'invalid_format'],
    ['a user in the address', { urls: ['ldaps://ann@directory.example.org'] }, 'url', 'invalid_format'],
    ['a path', { urls: ['ldaps://directory.example.org/dc=example'] }, 'url', 'invalid_format'],
    ['a query', { urls: ['ldaps://directory.example.org?x'] }, 'url', 'invalid_format'],
    ['a port beyond the last', { urls: ['ldaps://directory.example.org:65536'] }, 'url', 'invalid_format'],
    ['the port 0', { urls: ['ldaps://directory.example.org:0'] }, 'url', 'invalid_format'],
    ['no host', { urls: ['ldaps://'] }, 'url', 'invalid_format'],
    ['a space in the host', { urls: ['ldaps://a b'] }, 'url', 'invalid_format'],
    ['a second address that is none', { urls: ['ldaps://a.example', 'nonsense'] }, 'urls.1', 'invalid_format'],
    ['four addresses', { urls: ['ldaps://a', 'ldaps://b', 'ldaps://c', 'ldaps://d'] }, 'urls', 'too_long'],
    ['StartTLS on an encrypted connection', { startTls: true }, 'startTls', 'contradiction'],
    ['passwords in the clear', { urls: ['ldap://directory.example.org'] }, 'url', 'plaintext_bind'],
    ['a server name that is none', { tlsServerName: 'a/b' }, 'tlsServerName', 'invalid_format'],
    ['too many certificates', { caCertificate: 'x'.repeat(65_537) }, 'caCertificate', 'too_long'],
    ['a filter without a name', { userFilter: '(uid=ann)' }, 'userFilter', 'invalid_format'],
    ['a filter of groups without a member', { groupFilter: '(cn=a)' }, 'groupFilter', 'invalid_format'],
    [
      'an attribute that is none',
      { attributes: { ...good.attributes, email: 'mail)(x' } },
      'attributes.email',
      'invalid_format',
    ],
    ['too little patience', { connectTimeoutMs: 99 }, 'connectTimeoutMs', 'out_of_range'],
    ['too much patience', { operationTimeoutMs: 60_001 }, 'operationTimeoutMs', 'out_of_range'],
    ['half a millisecond', { operationTimeoutMs: 100.5 }, 'operationTimeoutMs', 'out_of_range'],
    ['no pause between synchronisations', { syncIntervalMinutes: 0 }, 'syncIntervalMinutes', 'out_of_range'],
    ['no address while in use', { urls: [] }, 'url', 'required'],
    ['no base while in use', { baseDn: null }, 'baseDn', 'required'],
  ])('are not good with %s', (_, changes, field, code) => {
    const faults = faultsOfSettings({ ...good, ...changes });
    expect(faults.map(({ path, code: each }) => [path.join('.'), each])).toEqual([[field, code]]);
  });

  it.each<[string, Partial<DirectorySettings>]>([
    ['StartTLS', { urls: ['ldap://directory.example.org:389'], startTls: true }],
    ['plain text that was allowed', { urls: ['ldap://127.0.0.1:1389'], allowPlaintext: true }],
    ['an address of six groups', { urls: ['ldaps://[2001:db8::1]:636'] }],
    ['several addresses', { urls: ['ldaps://a.example', 'ldaps://b.example'] }],
    ['nothing but that it is not in use', { enabled: false, urls: [], baseDn: null }],
    ['the number of an attribute', { attributes: { ...good.attributes, uid: '1.3.6.1.1.16.4' } }],
  ])('are good with %s', (_, changes) => {
    expect(faultsOfSettings({ ...good, ...changes })).toEqual([]);
  });

  it('that are wrong in several places are refused with all of them, also what only the directory can read', () => {
    const patch = { enabled: true, userFilter: 'uid={username}', connectTimeoutMs: 1 };
    expect(() => planChange(ports, undefined, patch)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        details: {
          fields: [
            expect.objectContaining({ path: ['connectTimeoutMs'] }),
            expect.objectContaining({ path: ['url'], code: 'required' }),
            expect.objectContaining({ path: ['baseDn'], code: 'required' }),
            expect.objectContaining({ path: ['userFilter'], code: 'invalid_format' }),
          ],
        },
      }),
    );
  });

  it('that send passwords in the clear are refused by that name', () => {
    expect(codeOf(() => planChange(ports, undefined, { url: 'ldap://directory.example.org' }))).toBe('plaintext_bind');
  });
});

describe('changes of settings', () => {
  const current = { ...good, urls: ['ldaps://a.example', 'ldaps://b.example'] };
  const urlsWith = (patch: DirectoryPatch) => applyPatch(current, patch).urls;

  it('change what they name, and of attributes only those they name', () => {
    const changed = applyPatch(good, { startTls: true, attributes: { email: 'mailbox' }, requiredGroupDn: 'cn=staff' });
    expect(changed).toEqual({
      ...good,
      startTls: true,
      requiredGroupDn: 'cn=staff',
      attributes: { ...good.attributes, email: 'mailbox' },
    });
  });

  it('leave no trace of what is no setting', () => {
    const patch = { bindPassword: 'secret', expectedVersions: [1], verify: true } as DirectoryPatch;
    expect(applyPatch(good, patch)).toEqual(good);
  });

  it.each<[string, DirectoryPatch, readonly string[]]>([
    ['sent back as they were read', { url: 'ldaps://a.example', urls: current.urls }, current.urls],
    ['of which only the first was changed', { url: 'ldaps://c.example', urls: current.urls }, ['ldaps://c.example']],
    [
      'of which only the list was changed',
      { url: 'ldaps://a.example', urls: ['ldaps://c.example'] },
      ['ldaps://c.example'],
    ],
    ['given as one', { url: 'ldaps://c.example' }, ['ldaps://c.example']],
    ['given as one that is the first already', { url: 'LDAPS://A.example/' }, current.urls],
    ['given as a list', { urls: ['LDAPS://C.Example:636/'] }, ['ldaps://c.example:636']],
    [
      'changed to the same in both ways',
      { url: 'ldaps://c.example', urls: ['ldaps://c.example'] },
      ['ldaps://c.example'],
    ],
    ['taken away', { url: null }, []],
    ['taken away as a list', { urls: [] }, []],
  ])('name addresses: %s', (_, patch, urls) => {
    expect(urlsWith(patch)).toEqual(urls);
  });

  it('contradict each other when both names of the addresses get other values', () => {
    expect(codeOf(() => urlsWith({ url: 'ldaps://c.example', urls: ['ldaps://d.example'] }))).toBe('contradiction');
  });
});

describe('a kept bind password', () => {
  const kept = stored({ ...good, bindPassword: 'quiet-lantern' });

  it('is sealed for its purpose, and used with the connection it was kept for', () => {
    expect(kept.sealedPassword).toMatch(/^ldap\.bind_password\|/);
    expect(viewDirectory(ports, kept).password).toEqual({ kind: 'usable', value: 'quiet-lantern', isFixed: false });
  });

  it.each<[string, DirectoryPatch]>([
    ['the address', { url: 'ldaps://evil.example' }],
    ['the port', { url: 'ldaps://directory.example.org:637' }],
    ['the list of addresses', { urls: ['ldaps://directory.example.org', 'ldaps://evil.example'] }],
    ['how it is encrypted', { url: 'ldap://directory.example.org', startTls: true }],
    ['whether certificates are checked', { tlsVerify: false }],
    ['the name of the server', { tlsServerName: 'evil.example' }],
    ['who is believed', { caCertificate: '-----BEGIN CERTIFICATE-----' }],
    ['the service account', { bindDn: 'cn=other,dc=example,dc=org' }],
    ['that there is a service account', { bindDn: null }],
  ])('is needed again to change %s', (_, patch) => {
    expect(codeOf(() => planChange(ports, kept, patch))).toBe('bind_password_required');
    expect(codeOf(() => proposedDirectory(ports, viewDirectory(ports, kept), patch))).toBe('bind_password_required');
    const again = stored({ ...patch, bindPassword: 'loud-lantern' }, kept);
    expect(viewDirectory(ports, again).password).toMatchObject({ kind: 'usable', value: 'loud-lantern' });
    const without = stored({ ...patch, bindPassword: null }, kept);
    expect(viewDirectory(ports, without).password).toEqual({ kind: 'none' });
  });

  it('is not needed again for anything else, nor for what was read and is sent back', () => {
    const others = { baseDn: 'dc=other', requiredGroupDn: 'cn=staff', autoCreate: false, operationTimeoutMs: 5_000 };
    const changed = stored({ ...good, url: good.urls[0] ?? null, ...others }, kept);
    expect(changed.sealedPassword).toBe(kept.sealedPassword);
    expect(changed.settings).toMatchObject(others);
  });

  it('is taken away by null and by an empty text', () => {
    expect(stored({ bindPassword: null }, kept).sealedPassword).toBeNull();
    expect(stored({ bindPassword: '' }, kept).sealedPassword).toBeNull();
  });

  it('is not required when there is none', () => {
    const anonymous = stored({ ...good, bindDn: null });
    expect(stored({ url: 'ldaps://other.example' }, anonymous).settings.urls).toEqual(['ldaps://other.example']);
  });

  it('is not used with a connection that was set in another way, and is needed again for any change of it', async () => {
    const elsewhere: FixedDirectorySettings = { settings: { urls: ['ldaps://elsewhere.example'] } };
    const moved = portsWith(elsewhere, kept);
    expect(viewDirectory(moved, kept).password).toEqual({ kind: 'unusable' });
    expect(await openDirectory(moved)).toMatchObject({ kind: 'unusable', reason: 'bind_password_unusable' });
    expect(codeOf(() => planChange(moved, kept, { tlsVerify: false }))).toBe('bind_password_required');
  });

  it('that no key opens makes the directory unusable', async () => {
    const lost = { ...kept, sealedPassword: 'sealed with a key that was lost' };
    expect(await openDirectory(portsWith(undefined, lost))).toMatchObject({ kind: 'unusable' });
  });
});

describe('the environment', () => {
  const fixed: FixedDirectorySettings = { settings: { urls: ['ldaps://fixed.example'], enabled: true } };
  const by = portsWith(fixed);

  it('wins over what is stored, which is kept as it is', () => {
    const before = stored({ ...good, bindDn: null, enabled: false });
    expect(viewDirectory(by, before).settings).toMatchObject({ urls: ['ldaps://fixed.example'], enabled: true });
    const after = stored({ baseDn: 'dc=other' }, before, by);
    expect(after.settings).toEqual({ ...before.settings, baseDn: 'dc=other' });
  });

  it('refuses changes of its variables, and accepts what was read when it is sent back', () => {
    expect(codeOf(() => planChange(by, undefined, { url: 'ldaps://other.example' }))).toBe('managed_by_env');
    expect(codeOf(() => planChange(by, undefined, { enabled: false }))).toBe('managed_by_env');
    expect(
      codeOf(() => planChange(by, undefined, { enabled: true, url: 'ldaps://fixed.example', baseDn: 'dc=a' })),
    ).toBe('accepted');
  });

  it('with the password decides the whole connection, so that it goes nowhere else', () => {
    const secretive = portsWith({ ...fixed, bindPassword: 'from-outside' });
    const view = viewDirectory(secretive, undefined);
    expect(view.password).toEqual({ kind: 'usable', value: 'from-outside', isFixed: true });
    for (const patch of [
      { url: 'ldaps://evil.example' },
      { tlsVerify: false },
      { bindDn: 'cn=evil' },
      { caCertificate: 'x' },
      { tlsServerName: 'evil.example' },
      { startTls: true, url: 'ldap://fixed.example' },
      { allowPlaintext: true },
      { bindPassword: 'guess' },
      { bindPassword: null },
    ]) {
      expect(
        codeOf(() => proposedDirectory(secretive, view, patch)),
        JSON.stringify(patch),
      ).toBe('managed_by_env');
    }
  });

  it('that makes no sense leaves the directory unasked', async () => {
    const plain = portsWith({ settings: { enabled: true, urls: ['ldap://fixed.example'], baseDn: 'dc=a' } });
    expect(await openDirectory(plain)).toMatchObject({ kind: 'unusable', reason: 'settings_not_valid' });
  });
});
