import { defineEntity, p } from '@mikro-orm/core';

/** State of a rate limit counter in its current window. */
export const RateCounterRow = defineEntity({
  name: 'RateCounter',
  tableName: 'rate_counter',
  properties: {
    /** Name of the limit and its subject. */
    key: p.text().primary(),
    points: p.integer(),
    /** End of the window, at which the counter expires. */
    endsAt: p.datetime(3),
  },
  indexes: [{ name: 'rate_counter_ends_at_index', properties: ['endsAt'] }],
});
