import { defineEntity, p } from '@mikro-orm/core';

/** A revoked token, kept until its expiry. */
export const RevokedTokenRow = defineEntity({
  name: 'RevokedToken',
  tableName: 'revoked_token',
  properties: {
    tokenId: p.string().length(64).primary(),
    userId: p.integer(),
    expiresAt: p.datetime(3),
    revokedFrom: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'revoked_token_expires_at_index', properties: ['expiresAt'] }],
});
