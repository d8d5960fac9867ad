import { defineEntity, p } from '@mikro-orm/core';
import { accountKey } from './account-key.ts';

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
    updatedBy: () => accountKey('ldap_config', 'updated_by', 'set null').nullable(),
    syncStartedAt: p.datetime(3).nullable(),
    syncUntil: p.datetime(3).nullable(),
  },
  checks: [{ name: 'ldap_config_single_check', expression: 'id = 1' }],
});
