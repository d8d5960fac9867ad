import { defineEntity, p } from '@mikro-orm/core';
import { accountKey } from './account-key.ts';

/** An application password; `lookup` is the indexed prefix of `hash`. */
export const ApplicationPasswordRow = defineEntity({
  name: 'ApplicationPassword',
  tableName: 'application_password',
  properties: {
    uuid: p.string().length(36).primary(),
    user: () => accountKey('application_password', 'user_id', 'cascade'),
    appId: p.string().length(36),
    name: p.string().length(200),
    lookup: p.string().length(8),
    hash: p.string().length(64),
    scopes: p.json().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    lastIp: p.string().length(64).nullable(),
  },
  indexes: [
    { name: 'application_password_lookup_index', properties: ['user', 'lookup'] },
    { name: 'application_password_app_id_index', properties: ['appId'], where: "app_id <> ''" },
  ],
});
