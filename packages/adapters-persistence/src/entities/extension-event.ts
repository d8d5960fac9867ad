import { defineEntity, p } from '@mikro-orm/core';

/** The types that extensions listen to, the ends of their queues, and the process that delivers. */
export const ExtensionListenerEntity = defineEntity({
  name: 'ExtensionListener',
  tableName: 'extension_listener',
  properties: {
    slug: p.string().length(64).primary(),
    types: p.array(),
    lastId: p.bigint('number'),
    deliveredId: p.bigint('number'),
    isOverrun: p.boolean(),
    holder: p.string().length(36).nullable(),
    heldUntil: p.datetime(3).nullable(),
  },
});

/** Events that wait for extensions; the ids of each begin with 1 and have no gaps. */
export const ExtensionEventEntity = defineEntity({
  name: 'ExtensionEvent',
  tableName: 'extension_event',
  properties: {
    slug: p.string().length(64).primary(),
    id: p.bigint('number').primary().autoincrement(false),
    type: p.string().length(100),
    at: p.datetime(3),
    data: p.text(),
  },
});
