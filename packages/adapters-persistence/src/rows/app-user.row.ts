import { defineEntity, p } from '@mikro-orm/core';

export const AppUserRow = defineEntity({
  name: 'AppUser',
  tableName: 'app_user',
  properties: {
    userId: p.integer().primary().autoincrement().generated('by default as identity'),
    username: p.string().length(150),
    usernameKey: p.string().length(200),
    displayName: p.string().length(200).nullable(),
    email: p.string().length(254).nullable(),
    searchText: p.text(),
    role: p.string().length(16),
    shopRole: p.string().length(16).nullable(),
    isActive: p.boolean().default(true),
    source: p.string().length(8),
    externalId: p.string().length(255).nullable(),
    mustChangePassword: p.boolean().default(false),
    passwordHash: p.text().nullable(),
    passwordExpiresAt: p.datetime(3).nullable(),
    tokenVersion: p.integer().default(0),
    lastLoginAt: p.datetime(3).nullable(),
    lastLoginSource: p.string().length(8).nullable(),
    isSystem: p.boolean().default(false),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    deletedAt: p.datetime(3).nullable(),
    version: p.integer().default(1),
  },
  uniques: [
    { name: 'app_user_username_key', properties: ['usernameKey'], where: 'deleted_at is null' },
    { name: 'app_user_system_key', properties: ['isSystem'], where: 'is_system' },
    {
      name: 'app_user_external_id_key',
      properties: ['externalId'],
      where: `source = 'ldap' and deleted_at is null`,
    },
  ],
  indexes: [
    { name: 'app_user_external_id_index', properties: ['externalId'], where: 'external_id is not null' },
    {
      name: 'app_user_unlinked_index',
      properties: ['usernameKey'],
      where: `source = 'ldap' and external_id is null`,
    },
    {
      name: 'app_user_email_index',
      expression: 'create index app_user_email_index on app_user (lower(email)) where deleted_at is null',
    },
  ],
  checks: [
    { name: 'app_user_role_check', expression: `role in ('admin', 'member')` },
    { name: 'app_user_source_check', expression: `source in ('local', 'ldap')` },
  ],
});
