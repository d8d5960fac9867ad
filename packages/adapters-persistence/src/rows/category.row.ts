import { defineEntity, p } from '@mikro-orm/core';

/** A category of items; `path_ids` are the ids from the root to the category itself. */
export const CategoryRow = defineEntity({
  name: 'Category',
  tableName: 'category',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.string().length(120),
    nameKey: p.string().length(200),
    searchText: p.text().collation('C'),
    parent: () =>
      p
        .manyToOne(CategoryRow)
        .nullable()
        .deleteRule('no action')
        .updateRule('no action')
        .foreignKeyName('category_parent_id_fkey'),
    description: p.string().length(2000).nullable(),
    position: p.integer().default(0),
    pathIds: p.array<number>().columnType('int[]'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    version: p.integer().default(1),
  },
  indexes: [{ name: 'category_parent_id_index', properties: ['parent'] }],
  uniques: [
    {
      name: 'category_sibling_key',
      expression: 'create unique index category_sibling_key on category (coalesce(parent_id, 0), name_key)',
    },
  ],
});
