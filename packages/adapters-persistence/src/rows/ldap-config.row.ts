import { defineEntity, p } from '@mikro-orm/core';
import { AppUserRow } from './app-user.row.ts';

/** Directory settings: a single row that always exists. */
export const LdapConfigRow = defineEntity({
  name: 'LdapConfig',
  tableName: 'ldap_config',
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    /** Null until settings are saved. */
    settings: p.json().nullable(),
    sealedPassword: p.text().nullable(),
    version: p.integer().default(0),
    updatedAt: p.datetime(3).nullable(),
    updatedBy: () =>
      p
        .manyToOne(AppUserRow)
        .nullable()
        .fieldName('updated_by')
        .deleteRule('set null')
        .updateRule('no action')
        .foreignKeyName('ldap_config_updated_by_fkey'),
    syncStartedAt: p.datetime(3).nullable(),
    syncUntil: p.datetime(3).nullable(),
  },
  checks: [{ name: 'ldap_config_single_check', expression: 'id = 1' }],
});
