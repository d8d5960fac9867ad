import type { Words } from '../en.ts';
import type { Plural } from '../intl.ts';

/** Categories of products and of items in Spanish. */
export const treesIn = (plural: Plural): Words['trees'] => ({
  title: 'Categorías',
  count: (n) => plural(n, { one: '# categoría', other: '# categorías' }),
  search: 'Buscar categorías',
  name: 'Categoría',
  directly: 'Directamente en ella',
  products: 'Productos',
  items: 'Artículos',
  open: 'Abrir',
  close: 'Cerrar',
  openAll: 'Abrir todas',
  closeAll: 'Cerrar todas',
  more: (n) => plural(n, { one: 'Mostrar # más', other: 'Mostrar # más' }),
  none: 'Ninguna categoría coincide.',
  empty: 'Aún no hay categorías.',
  create: 'Categoría nueva',
  edit: (name) => `Editar ${name}`,
  top: 'Ninguna: en el nivel superior',
  slug: 'Slug',
  inside: 'Dentro de',
  description: 'Descripción',
  position: 'Orden entre sus hermanas',
  remove: 'Eliminar',
  removeTitle: (name) => `¿Eliminar ${name}?`,
  removeProducts: 'Sus categorías suben un nivel. Sus productos quedan, sin ella.',
  removeItems: (items, children) =>
    `Tiene ${plural(items, { one: '# artículo', other: '# artículos' })} y ${plural(children, { one: '# categoría', other: '# categorías' })}.`,
  moveTo: 'Moverlos a',
  removeEmpty: 'Está vacía.',
});
