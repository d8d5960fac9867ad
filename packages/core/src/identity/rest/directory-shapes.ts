import { choice, flag, integer, listOf, namedObject, text } from '../../interface/schema.ts';

const dn = () => text({ nullable: true });

/** Directory settings as published, without the password. */
export const directoryShape = namedObject('DirectorySettings', {
  enabled: flag(),
  url: text({ nullable: true }),
  urls: listOf(text()),
  start_tls: flag(),
  tls_verify: flag(),
  tls_server_name: text({ nullable: true }),
  ca_certificate: text({ nullable: true, format: 'multiline' }),
  ca_certificate_info: listOf(
    namedObject('DirectoryCertificate', { subject: text(), expires_at: text({ format: 'date-time' }) }),
    {
      nullable: true,
    },
  ),
  allow_plaintext: flag(),
  bind_dn: dn(),
  bind_password_set: flag(),
  bind_password_error: flag({
    description: 'The kept password cannot be used; the directory is not asked until it is sent again.',
  }),
  base_dn: dn(),
  user_filter: text(),
  attributes: namedObject('DirectoryAttributes', {
    username: text(),
    email: text(),
    display_name: text(),
    uid: text(),
  }),
  required_group_dn: dn(),
  admin_group_dn: dn(),
  group_mode: choice(['member_of', 'group_search']),
  group_base_dn: dn(),
  group_filter: text(),
  nested_groups: choice(['none', 'ad_rule', 'recursive']),
  auto_create: flag(),
  default_role: choice(['member']),
  connect_timeout_ms: integer(),
  operation_timeout_ms: integer(),
  sync_enabled: flag(),
  sync_interval_minutes: integer(),
  sync_missing: choice(['ignore', 'deactivate']),
  managed_by_env: listOf(text(), { description: 'Members that the environment decides.' }),
  version: integer(),
  updated_at: text({ format: 'date-time', nullable: true }),
  updated_by: integer({ nullable: true }),
});

const stepShape = namedObject('DirectoryTestStep', {
  name: choice(['connect', 'tls', 'bind', 'search', 'user_lookup', 'user_bind', 'groups']),
  status: choice(['ok', 'failed', 'warning', 'skipped']),
  code: text({ required: false }),
  message: text({ required: false }),
  duration_ms: integer({ required: false }),
  detail: namedObject(
    'DirectoryTestDetail',
    { sample_count: integer({ required: false }), more: flag({ required: false }) },
    { required: false },
  ),
});

/** Result of a directory test. */
export const directoryTestShape = namedObject('DirectoryTest', {
  ok: flag(),
  config: choice(['saved', 'unsaved']),
  duration_ms: integer(),
  server: text({ nullable: true }),
  steps: listOf(stepShape, { description: 'Always all seven, in this order.' }),
  user: namedObject(
    'DirectoryTestUser',
    {
      found: flag(),
      dn: dn(),
      username: text({ nullable: true }),
      email: text({ nullable: true }),
      display_name: text({ nullable: true }),
      external_id: text({ nullable: true }),
      groups: listOf(text()),
      would_be_allowed: flag(),
      would_be_role: choice(['admin', 'member'], { nullable: true }),
      local_conflict: flag({ description: 'A local account has that name; the directory never takes it over.' }),
    },
    { nullable: true },
  ),
  warnings: listOf(text()),
});

/** Result of a directory synchronisation. */
export const syncReportShape = namedObject('DirectorySync', {
  dry_run: flag(),
  created: integer(),
  updated: integer(),
  deactivated: integer(),
  skipped: integer(),
  errors: listOf(namedObject('DirectorySyncError', { username: text({ nullable: true }), code: text() }), {
    description: 'The first hundred.',
  }),
});
