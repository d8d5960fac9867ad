import { defineEntity, p } from '@mikro-orm/core';
import { accountKey } from './account-key.ts';

/** A one-time sign-in link, kept until its expiry. */
export const SignInLinkRow = defineEntity({
  name: 'SignInLink',
  tableName: 'sign_in_link',
  properties: {
    digest: p.string().length(64).primary(),
    user: () => accountKey('sign_in_link', 'user_id', 'cascade'),
    tokenVersion: p.integer(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'sign_in_link_expires_at_index', properties: ['expiresAt'] }],
});
