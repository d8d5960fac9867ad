import { X509Certificate } from 'node:crypto';
import type { FieldProblem } from '@backroom/core';
import type { CertificateSummary, DirectorySettings } from '@backroom/core/identity';
import { type HostRules, readAddress } from './addresses.ts';
import { filterFor, filterForAll } from './filter.ts';
import { isDn } from './names.ts';

const PEM = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;
const ATTRIBUTE = /^(?:[A-Za-z][A-Za-z0-9-]{0,126}|\d+(?:\.\d+){1,30})$/;
const MOST_CERTIFICATES = 100;

const problem = (path: FieldProblem['path'], message: string, code = 'invalid_format'): FieldProblem => ({
  path,
  code,
  message,
});

/** Validates settings without contacting a server. */
export const faultsOf = (settings: DirectorySettings, hosts: HostRules): readonly FieldProblem[] => [
  ...addressFaults(settings.urls, hosts),
  ...nameFaults(settings),
  ...filterFaults('userFilter', settings.userFilter, '{username}'),
  ...filterFaults('groupFilter', settings.groupFilter, '{dn}'),
  ...attributeFaults(settings),
  ...certificateFaults(settings.caCertificate),
];

/**
 * Summaries of the certificates in a PEM text.
 * @throws Error when one of them is malformed
 */
export const certificatesIn = (pem: string): readonly CertificateSummary[] =>
  (pem.match(PEM) ?? []).map((text) => {
    const { subject, validTo } = new X509Certificate(text);
    return { subject: subject.replaceAll('\n', ', '), expiresAt: new Date(validTo) };
  });

/** The first address is reported as `url`, the others as `urls`, as the settings are written. */
const addressFaults = (urls: readonly string[], hosts: HostRules): readonly FieldProblem[] =>
  urls.flatMap((url, index) => {
    const path = index === 0 ? ['url'] : ['urls', index];
    const address = readAddress(url);
    if (address === undefined)
      return [problem(path, 'It must be ldap:// or ldaps:// with a host and perhaps a port, nothing else.')];
    if (hosts.isRefusedByName(address))
      return [problem(path, 'That host is not one that may be asked.', 'not_allowed')];
    return [];
  });

const nameFaults = (settings: DirectorySettings): readonly FieldProblem[] =>
  (['bindDn', 'baseDn', 'requiredGroupDn', 'adminGroupDn', 'groupBaseDn'] as const).flatMap((name) => {
    const value = settings[name];
    return value === null || isDn(value) ? [] : [problem([name], 'It must be a distinguished name.')];
  });

function filterFaults(
  name: 'userFilter' | 'groupFilter',
  template: string,
  placeholder: '{username}' | '{dn}',
): readonly FieldProblem[] {
  if (!template.includes(placeholder)) return [problem([name], `It must contain ${placeholder}.`)];
  try {
    filterFor(template, placeholder, 'someone');
    if (name === 'userFilter') filterForAll(template, placeholder);
    return [];
  } catch {
    return [problem([name], 'It must be a search filter in parentheses.')];
  }
}

const attributeFaults = ({ attributes }: DirectorySettings): readonly FieldProblem[] =>
  Object.entries(attributes).flatMap(([name, value]) =>
    ATTRIBUTE.test(value) ? [] : [problem(['attributes', name], 'It must be the name of an attribute.')],
  );

function certificateFaults(pem: string | null): readonly FieldProblem[] {
  if (pem === null) return [];
  const bad = [problem(['caCertificate'], 'It must hold certificates in PEM form and nothing else.')];
  const count = pem.match(PEM)?.length ?? 0;
  // Text between certificates must not contain other PEM blocks, such as keys.
  if (count === 0 || count > MOST_CERTIFICATES || pem.replace(PEM, '').includes('-----')) return bad;
  try {
    return certificatesIn(pem).length === count ? [] : bad;
  } catch {
    return bad;
  }
}
