import { DomainError, invalidField } from '../kernel/errors.ts';

const taken = (kind: string, message: string) => new DomainError('conflict', `shop_rest_${kind}_exists`, message);

/** The SKU or id belongs to another product or variation; SKUs are compared case-insensitively. */
export const productExists = (): DomainError => taken('product', 'Another product has that id or sku.');
/** The key, or the id of a term, belongs to another attribute. */
export const attributeExists = (): DomainError => taken('attribute', 'Another attribute has that key or term.');
export const productCategoryCycle = (): DomainError =>
  invalidField('parentId', 'shop_rest_category_cycle', 'A category cannot be moved into itself or below itself.');

const unknown = (code: string, message: string) => new DomainError('not-found', code, message);

export const noSuchProduct = (): DomainError => unknown('shop_rest_product_invalid_id', 'There is no such product.');
/** The addressed variation does not exist or belongs to another product. */
export const noSuchVariation = (): DomainError =>
  unknown('shop_rest_variation_invalid_id', 'There is no such variation.');
export const noSuchProductCategory = (): DomainError =>
  unknown('shop_rest_category_invalid_id', 'There is no such category.');
export const productCategoryExists = (): DomainError => taken('category', 'Another category has that id.');
/** The id or SKU belongs to another product or variation. */
export const variationExists = (): DomainError => taken('variation', 'Another product has that id or sku.');
/** A reference in the record points to a record that does not exist. */
export const referenceUnknown = (member: string): DomainError =>
  invalidField(member, 'unknown_reference', 'There is nothing with that id.');

/** The file does not exist or has expired. */
export const feedFileGone = (): DomainError =>
  unknown('shop_pos_catalog_file_gone', 'There is no such file: catalogue feeds are kept for 20 hours.');
