import { defineEntity, p } from '@mikro-orm/core';

export const LocationRow = defineEntity({
  name: 'Location',
  tableName: 'location',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    code: p.string().length(64),
    codeKey: p.string().length(64).collation('C'),
    name: p.string().length(200),
    nameKey: p.string().length(300).collation('C'),
    parent: () =>
      p
        .manyToOne(LocationRow)
        .nullable()
        .deleteRule('no action')
        .updateRule('no action')
        .foreignKeyName('location_parent_id_fkey'),
    archived: p.boolean().default(false),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    version: p.integer().default(1),
  },
  indexes: [{ name: 'location_parent_id_index', properties: ['parent'] }],
  uniques: [{ name: 'location_code_key', properties: ['codeKey'] }],
});
