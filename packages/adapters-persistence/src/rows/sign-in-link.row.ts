import { defineEntity, p } from '@mikro-orm/core';
import { AppUserRow } from './app-user.row.ts';

/** A one-time sign-in link, kept until its expiry. */
export const SignInLinkRow = defineEntity({
  name: 'SignInLink',
  tableName: 'sign_in_link',
  properties: {
    digest: p.string().length(64).primary(),
    user: () =>
      p
        .manyToOne(AppUserRow)
        .fieldName('user_id')
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('sign_in_link_user_id_fkey'),
    tokenVersion: p.integer(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'sign_in_link_expires_at_index', properties: ['expiresAt'] }],
});
