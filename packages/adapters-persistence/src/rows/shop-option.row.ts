import { defineEntity, p } from '@mikro-orm/core';

/** An option as stored; `value` is never the absence of one, though it may be JSON null. */
export const ShopOptionRow = defineEntity({
  name: 'ShopOption',
  tableName: 'shop_option',
  properties: {
    name: p.string().length(100).primary(),
    value: p.json(),
    updatedAt: p.datetime(3),
  },
});
