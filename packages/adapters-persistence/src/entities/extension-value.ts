import { defineEntity, p } from '@mikro-orm/core';

/** Values of extensions by key, as JSON. */
export const ExtensionValueEntity = defineEntity({
  name: 'ExtensionValue',
  tableName: 'extension_value',
  properties: {
    slug: p.string().length(64).primary(),
    key: p.string().length(200).collation('C').primary(),
    value: p.text(),
  },
});
