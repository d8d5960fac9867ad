import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import type { Directory } from '../directory-ports.ts';
import type { DirectorySettings } from './directory.ts';

const ADDRESS = /^ldaps?:\/\/(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::([0-9]{1,5}))?$/;
const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})$/;
const ATTRIBUTE = /^(?:[A-Za-z][A-Za-z0-9-]{0,126}|[0-9]+(?:\.[0-9]+){1,30})$/;
const PEM_LENGTH = 65_536;

type SettingsRule = (settings: DirectorySettings) => readonly FieldProblem[];

const fault = (path: FieldProblem['path'], code: string, message: string): FieldProblem => ({ path, code, message });
const unless = (isGood: boolean, ...problem: Parameters<typeof fault>): readonly FieldProblem[] =>
  isGood ? [] : [fault(...problem)];

const isAddress = (address: string): boolean => {
  const [whole, port = '389'] = ADDRESS.exec(address) ?? [];
  return whole !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
};

const addresses: SettingsRule = ({ urls }) => [
  ...unless(urls.length <= 3, ['urls'], 'too_long', 'At most 3 addresses.'),
  ...urls.flatMap((url, index) =>
    unless(
      isAddress(url),
      index === 0 ? ['url'] : ['urls', index],
      'invalid_format',
      'It must be ldap:// or ldaps:// with a host and perhaps a port, nothing else.',
    ),
  ),
];

const encryption: SettingsRule = ({ urls, startTls, allowPlaintext, tlsServerName, caCertificate }) => {
  const hasPlain = urls.some((url) => url.startsWith('ldap://'));
  const hasSecure = urls.some((url) => url.startsWith('ldaps://'));
  return [
    ...unless(!(startTls && hasSecure), ['startTls'], 'contradiction', 'StartTLS goes with ldap:// addresses only.'),
    ...unless(
      !hasPlain || startTls || allowPlaintext,
      ['url'],
      'plaintext_bind',
      'Passwords would travel unencrypted: use ldaps:// or StartTLS, or allow it.',
    ),
    ...unless(tlsServerName === null || HOST.test(tlsServerName), ['tlsServerName'], 'invalid_format', 'A host name.'),
    ...unless((caCertificate ?? '').length <= PEM_LENGTH, ['caCertificate'], 'too_long', 'At most 64 KiB.'),
  ];
};

const searching: SettingsRule = ({ userFilter, groupFilter, attributes }) => [
  ...unless(userFilter.includes('{username}'), ['userFilter'], 'invalid_format', 'It must contain {username}.'),
  ...unless(groupFilter.includes('{dn}'), ['groupFilter'], 'invalid_format', 'It must contain {dn}.'),
  ...Object.entries(attributes).flatMap(([name, value]) =>
    unless(ATTRIBUTE.test(value), ['attributes', name], 'invalid_format', 'The name of an attribute.'),
  ),
];

const patience: SettingsRule = ({ connectTimeoutMs, operationTimeoutMs, syncIntervalMinutes }) => [
  ...inRange('connectTimeoutMs', connectTimeoutMs, [100, 60_000]),
  ...inRange('operationTimeoutMs', operationTimeoutMs, [100, 60_000]),
  ...inRange('syncIntervalMinutes', syncIntervalMinutes, [1, 10_080]),
];

const inRange = (name: string, value: number, [least, most]: readonly [number, number]) =>
  unless(
    Number.isInteger(value) && value >= least && value <= most,
    [name],
    'out_of_range',
    `From ${least} to ${most}.`,
  );

const completeness: SettingsRule = ({ enabled, urls, baseDn }) => [
  ...unless(!enabled || urls.length > 0, ['url'], 'required', 'A directory in use needs an address.'),
  ...unless(!enabled || baseDn !== null, ['baseDn'], 'required', 'A directory in use needs a place to search.'),
];

/** Validates settings that need no LDAP or X.509 parser. */
export const faultsOfSettings: SettingsRule = (settings) =>
  [addresses, encryption, searching, patience, completeness].flatMap((rule) => rule(settings));

/**
 * Refuses invalid settings, with all faults.
 * @throws DomainError `plaintext_bind`, `validation_failed`
 */
export function demandGoodSettings(directory: Pick<Directory, 'faultsOf'>, settings: DirectorySettings): void {
  const own = faultsOfSettings(settings);
  const known = new Set(own.map(({ path }) => path.join('.')));
  const others = directory.faultsOf(settings).filter(({ path }) => !known.has(path.join('.')));
  const faults = [...own, ...others];
  const [first] = faults;
  if (!first) return;
  const isPlaintext = faults.length === 1 && first.code === 'plaintext_bind';
  const message = faults.length === 1 ? first.message : `${faults.length} fields are not valid.`;
  if (isPlaintext) throw new DomainError('invalid', 'plaintext_bind', message, { fields: faults });
  throw new DomainError('invalid', 'validation_failed', message, { fields: faults });
}
