import { DomainError, invalidField } from '../../kernel/errors.ts';
import type { Quantity } from '../../kernel/numbers/decimal.ts';
import { nameKey } from '../../kernel/text.ts';
import { attributesFault } from '../attributes.ts';
import { barcodeTaken, contradiction } from '../errors.ts';
import type { Attributes } from '../item.ts';
import type { ItemFields } from '../ports.ts';
import { onlyOnce } from './gather.ts';

/** Values of one row for the item with its SKU; absent members are unchanged. */
export interface ItemLine extends Partial<Omit<ItemFields, 'attributes'>> {
  readonly sku: string;
  readonly archived?: boolean;
  /** Names from the root; alternative to `categoryId`. */
  readonly categoryPath?: readonly string[] | null;
  /** Location code; alternative to `defaultLocationId`. */
  readonly defaultLocation?: string;
  /** Merged into the existing attributes. */
  readonly attributes?: Attributes;
  /** Location of the counted quantity; default: the item's default location. */
  readonly location?: string;
  /** Counted quantity. */
  readonly quantity?: Quantity;
}

/** Validates lines independently of stored data, including duplicates within the table. */
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

/** Attributes an error about stored data to the column that caused it. */
export const onField = (field: string, { kind, code, message, details }: DomainError): DomainError =>
  new DomainError(kind, code, message, { ...details, fields: [{ path: [field], code, message }] });
