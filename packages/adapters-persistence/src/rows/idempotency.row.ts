import { defineEntity, p } from '@mikro-orm/core';

/** The answer of a request that carried a key. */
export const IdempotencyRow = defineEntity({
  name: 'Idempotency',
  tableName: 'idempotency',
  properties: {
    userId: p.integer().primary(),
    route: p.string().length(200).primary(),
    key: p.string().length(255).primary(),
    fingerprint: p.string().length(64),
    /** JSON as text: a repeated request gets its members in the order of the first. */
    answer: p.text(),
    expiresAt: p.datetime(3),
  },
  indexes: [{ name: 'idempotency_expires_at_index', properties: ['expiresAt'] }],
});
