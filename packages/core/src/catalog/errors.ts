import { DomainError, invalidField } from '../kernel/errors.ts';

const taken = (kind: string, message: string) => new DomainError('conflict', `shop_rest_${kind}_exists`, message);

/** The sku is another product's or variation's, whatever the case. */
export const productExists = (): DomainError => taken('product', 'Another product has that id or sku.');
/** The key, or the id of a term, is another attribute's. */
export const attributeExists = (): DomainError => taken('attribute', 'Another attribute has that key or term.');
/** A heading cannot stand below itself. */
export const productCategoryCycle = (): DomainError =>
  invalidField('parentId', 'shop_rest_category_cycle', 'A category cannot be moved into itself or below itself.');

const unknown = (code: string, message: string) => new DomainError('not-found', code, message);

/** The addressed product does not exist. */
export const noSuchProduct = (): DomainError => unknown('shop_rest_product_invalid_id', 'There is no such product.');
/** The addressed variation does not exist, or is another product's. */
export const noSuchVariation = (): DomainError =>
  unknown('shop_rest_variation_invalid_id', 'There is no such variation.');
/** The addressed category does not exist. */
export const noSuchProductCategory = (): DomainError =>
  unknown('shop_rest_category_invalid_id', 'There is no such category.');
/** The id is another category's. */
export const productCategoryExists = (): DomainError => taken('category', 'Another category has that id.');
/** The id or sku is another product's or variation's. */
export const variationExists = (): DomainError => taken('variation', 'Another product has that id or sku.');
/** Something that a record names does not exist. */
export const referenceUnknown = (member: string): DomainError =>
  invalidField(member, 'unknown_reference', 'There is nothing with that id.');
