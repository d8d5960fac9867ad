import { type DirectoryAccess, defaultDirectorySettings } from '@backroom/core/identity';
import type { TestSlapd } from './slapd.ts';

/** Settings that reach the test directory over TLS as its reader, with these differences. */
export const accessTo = (slapd: TestSlapd, different: Partial<DirectoryAccess> = {}): DirectoryAccess => ({
  ...defaultDirectorySettings,
  enabled: true,
  urls: [slapd.ldapsUrl],
  caCertificate: slapd.ca,
  bindDn: slapd.serviceDn,
  bindPassword: slapd.servicePassword,
  baseDn: slapd.baseDn,
  connectTimeoutMs: 2_000,
  operationTimeoutMs: 5_000,
  ...different,
});

/** Settings that send everything unencrypted to this address. */
export const plainAccess = (url: string, different: Partial<DirectoryAccess> = {}): DirectoryAccess => ({
  ...defaultDirectorySettings,
  enabled: true,
  urls: [url],
  allowPlaintext: true,
  bindDn: 'cn=reader,dc=example,dc=org',
  bindPassword: 'password of the reader',
  baseDn: 'dc=example,dc=org',
  connectTimeoutMs: 1_000,
  operationTimeoutMs: 1_000,
  ...different,
});
