import { choice, flag, integer, listOf, objectOf, password, text } from '../../interface/schema.ts';

const distinguishedName = (description: string) => text({ nullable: true, maxLength: 1_000, description });
const filter = (description: string) => text({ maxLength: 2_000, description });
const attribute = () => text({ maxLength: 200 });
const patience = () => integer({ minimum: 100, maximum: 60_000 });

/** Directory settings as sent; every member is optional. */
export const directoryParams = {
  enabled: flag({ description: 'Lets people of the directory sign in.' }),
  url: text({
    nullable: true,
    maxLength: 300,
    description: '`ldap://` or `ldaps://`, host and perhaps port: the first of `urls`.',
  }),
  urls: listOf(text({ maxLength: 300 }), { maxItems: 3, description: 'Tried in this order.' }),
  start_tls: flag({ description: 'Encrypts connections to `ldap://` addresses.' }),
  tls_verify: flag({ description: 'Believes only certificates that an authority has signed.' }),
  tls_server_name: text({
    nullable: true,
    maxLength: 253,
    description: 'The name in the certificate, if not the host.',
  }),
  ca_certificate: text({
    nullable: true,
    maxLength: 65_536,
    format: 'multiline',
    description: 'PEM text of the authorities to believe in place of the usual ones.',
  }),
  allow_plaintext: flag({ description: 'Lets passwords travel unencrypted.' }),
  bind_dn: distinguishedName('The service account; null binds anonymously.'),
  bind_password: password({
    nullable: true,
    maxLength: 1_024,
    description: 'Written and never read. Needed again whenever the connection changes; null or empty takes it away.',
  }),
  base_dn: distinguishedName('Where people are searched.'),
  user_filter: filter('Finds people; `{username}` stands for the escaped name.'),
  attributes: objectOf({ username: attribute(), email: attribute(), display_name: attribute(), uid: attribute() }),
  required_group_dn: distinguishedName('Only its members may sign in.'),
  admin_group_dn: distinguishedName('Its members are administrators; null leaves roles to this system.'),
  group_mode: choice(['member_of', 'group_search']),
  group_base_dn: distinguishedName('Where groups are searched; null searches below `base_dn`.'),
  group_filter: filter('Finds groups; `{dn}` stands for the escaped member.'),
  nested_groups: choice(['none', 'ad_rule', 'recursive']),
  auto_create: flag({ description: 'Makes an account at the first good login.' }),
  default_role: choice(['member']),
  connect_timeout_ms: patience(),
  operation_timeout_ms: patience(),
  sync_enabled: flag({ description: 'Brings accounts in line with the directory from time to time.' }),
  sync_interval_minutes: integer({ minimum: 1, maximum: 10_080 }),
  sync_missing: choice(['ignore', 'deactivate'], { description: 'What becomes of accounts whose person is gone.' }),
} as const;

/** Members managed by the server; accepted and ignored, so that a response can be sent back. */
export const directoryManaged = [
  'bind_password_set',
  'bind_password_error',
  'ca_certificate_info',
  'managed_by_env',
  'version',
  'updated_at',
  'updated_by',
];
