import { choice, flag, integer, namedObject, text } from '../../interface/schema.ts';

const reduced = {
  user_id: integer(),
  id: integer({ description: 'The same as `user_id`.' }),
  username: text(),
  display_name: text({ nullable: true }),
  role: choice(['admin', 'member']),
  is_admin: flag(),
  is_active: flag(),
  created_at: text({ format: 'date-time' }),
} as const;

/** An account as published: reduced for members, complete for its owner and administrators. */
export const userShape = namedObject('User', {
  ...reduced,
  email: text({ nullable: true, required: false }),
  shop_role: text({ nullable: true, required: false }),
  must_change_password: flag({ required: false }),
  last_login_at: text({ format: 'date-time', nullable: true, required: false }),
  last_login_source: text({ nullable: true, required: false }),
  source: choice(['local', 'ldap'], { required: false, description: 'For administrators.' }),
  external_id: text({ nullable: true, required: false, description: 'For administrators.' }),
  updated_at: text({ format: 'date-time', required: false, description: 'For administrators.' }),
  deleted_at: text({ format: 'date-time', nullable: true, required: false, description: 'For administrators.' }),
  version: integer({ required: false, description: 'For administrators.' }),
  generated_password: text({
    required: false,
    description: 'Shown once, when the account was made without a password.',
  }),
});

/** Result of a login. */
export const tokenShape = namedObject('Session', {
  access_token: text(),
  token_type: text(),
  expires_in: integer({ description: 'Seconds.' }),
  expires_at: text({ format: 'date-time' }),
  user: namedObject('SessionUser', {
    user_id: integer(),
    id: integer(),
    username: text(),
    display_name: text({ nullable: true }),
    role: choice(['admin', 'member']),
    is_admin: flag(),
    source: choice(['local', 'ldap']),
    must_change_password: flag(),
  }),
});
