import type { Plural } from '../intl.ts';

/** Categories of products and of items. */
export const treesIn = (plural: Plural) => ({
  title: 'Categories',
  count: (n: number) => plural(n, { one: '# category', other: '# categories' }),
  search: 'Search categories',
  name: 'Category',
  directly: 'Directly in it',
  products: 'Products',
  items: 'Items',
  open: 'Open',
  close: 'Close',
  openAll: 'Open all',
  closeAll: 'Close all',
  more: (n: number) => plural(n, { one: 'Show # more', other: 'Show # more' }),
  none: 'No category matches.',
  empty: 'There are no categories yet.',
  create: 'New category',
  edit: (name: string) => `Edit ${name}`,
  top: 'None: at the top',
  slug: 'Slug',
  inside: 'Inside of',
  description: 'Description',
  position: 'Order among its siblings',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeProducts: 'Its categories move up. Its products stay, without it.',
  removeItems: (items: number, children: number) =>
    `It has ${plural(items, { one: '# item', other: '# items' })} and ${plural(children, { one: '# category', other: '# categories' })}.`,
  moveTo: 'Move them to',
  removeEmpty: 'It is empty.',
});
