import { defineEntity, p } from '@mikro-orm/core';

/** An option; `value` is never SQL NULL, but may be JSON null. */
export const ShopOptionRow = defineEntity({
  name: 'ShopOption',
  tableName: 'shop_option',
  properties: {
    name: p.string().length(100).primary(),
    value: p.json(),
    updatedAt: p.datetime(3),
  },
});
