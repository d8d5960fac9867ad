import { defineEntity, p } from '@mikro-orm/core';

/** How far a counter has come in its window. */
export const RateCounterRow = defineEntity({
  name: 'RateCounter',
  tableName: 'rate_counter',
  properties: {
    /** Name of the limit and whom it is about. */
    key: p.text().primary(),
    points: p.integer(),
    /** When the window is over, and the counter with it. */
    endsAt: p.datetime(3),
  },
  indexes: [{ name: 'rate_counter_ends_at_index', properties: ['endsAt'] }],
});
