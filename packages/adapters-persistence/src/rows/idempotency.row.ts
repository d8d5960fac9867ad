import { defineEntity, p } from '@mikro-orm/core';

/** The stored response of a request with an idempotency key. */
export const IdempotencyRow = defineEntity({
  name: 'Idempotency',
  tableName: 'idempotency',
  properties: {
    userId: p.integer().primary(),
    route: p.string().length(200).primary(),
    key: p.string().length(255).primary(),
    fingerprint: p.string().length(64),
    /** JSON as text, which preserves the order of members for repeated requests. */
    answer: p.text(),
    expiresAt: p.datetime(3),
  },
  indexes: [{ name: 'idempotency_expires_at_index', properties: ['expiresAt'] }],
});
