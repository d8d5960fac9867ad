import { id, idOrNone, listOrNone, recordOf, text } from '../../kernel/records/values.ts';
import type { Attribute, AttributeTerm, ProductCategory } from '../product.ts';

export const categoryRecord = recordOf<ProductCategory>('ProductCategory', {
  id,
  name: text(),
  slug: text(),
  parent_id: idOrNone,
});

const termRecord = recordOf<AttributeTerm>('AttributeTerm', { id, name: text(), slug: text() });

export const attributeRecord = recordOf<Attribute>('Attribute', {
  id,
  name: text(),
  key: text(200),
  terms: listOrNone(termRecord),
});
