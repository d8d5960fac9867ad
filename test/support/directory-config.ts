import type { TestSlapd } from './slapd.ts';
import type { World } from './world.ts';

/** The settings of the test directory as they are sent, with these differences. */
export const configOf = (slapd: TestSlapd, different: Readonly<Record<string, unknown>> = {}) => ({
  enabled: true,
  url: slapd.ldapsUrl,
  ca_certificate: slapd.ca,
  bind_dn: slapd.serviceDn,
  bind_password: slapd.servicePassword,
  base_dn: slapd.baseDn,
  connect_timeout_ms: 2_000,
  operation_timeout_ms: 5_000,
  ...different,
});

/** Has a world search for the secrets of the test directory. */
export function keepSecrets({ keepSecret }: World, slapd: TestSlapd): void {
  keepSecret(slapd.servicePassword, 'the bind password');
  for (const { uid, password } of Object.values(slapd.people)) {
    if (password !== '') keepSecret(password, `the password of ${uid}`);
  }
}
