import type { Quantity } from '../../kernel/decimal.ts';
import { DomainError, invalidField } from '../../kernel/errors.ts';
import { nameKey } from '../../kernel/text.ts';
import { attributesFault } from '../attributes.ts';
import { barcodeTaken, contradiction } from '../errors.ts';
import type { Attributes } from '../item.ts';
import type { ItemFields } from '../ports.ts';
import { onlyOnce } from './gather.ts';

/** What one row says about an item, which it names by its sku; what it does not mention stays as it is. */
export interface ItemLine extends Partial<Omit<ItemFields, 'attributes'>> {
  readonly sku: string;
  readonly archived?: boolean;
  /** In place of `categoryId`: the names from the top. */
  readonly categoryPath?: readonly string[] | null;
  /** In place of `defaultLocationId`: its code. */
  readonly defaultLocation?: string;
  /** To be set beside those that are there. */
  readonly attributes?: Attributes;
  /** Where the counted quantity lies; at the item's default location unless given. */
  readonly location?: string;
  /** What is there now. */
  readonly quantity?: Quantity;
}

/** What of a line can be wrong whatever is stored, other lines included. */
export function checkItemLines(): (line: ItemLine) => void {
  const sku = onlyOnce<ItemLine>(
    (line) => nameKey(line.sku),
    () => invalidField('sku', 'duplicate_sku', 'An earlier row has that sku.'),
  );
  const barcode = onlyOnce<ItemLine>(
    (line) => line.barcode,
    () => onField('barcode', barcodeTaken()),
  );
  return (line) => {
    const fault = line.attributes && attributesFault(line.attributes);
    if (fault) throw fault;
    if (line.categoryPath !== undefined && line.categoryId !== undefined)
      throw contradiction('categoryPath', 'category_id');
    if (line.defaultLocation !== undefined && line.defaultLocationId !== undefined)
      throw contradiction('defaultLocation', 'default_location_id');
    if (line.categoryPath) demandNames(line.categoryPath);
    sku(line);
    barcode(line);
  };
}

function demandNames(path: readonly string[]): void {
  if (path.some((name) => name === ''))
    throw invalidField('categoryPath', 'invalid_format', 'It must be names with > between them.');
  if (path.some((name) => [...name].length > 120))
    throw invalidField('categoryPath', 'too_long', 'At most 120 characters for each name.');
}

/** A refusal of something stored, told of the column that asked for it. */
export const onField = (field: string, { kind, code, message, details }: DomainError): DomainError =>
  new DomainError(kind, code, message, { ...details, fields: [{ path: [field], code, message }] });
