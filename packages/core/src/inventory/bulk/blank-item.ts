import { invalidField } from '../../kernel/errors.ts';
import { type Item, usualFields } from '../item.ts';
import { MAIN } from '../location.ts';
import type { ItemLine } from './item-line.ts';
import type { Known } from './plan-item.ts';

/**
 * A new item with default values, named by its line.
 * @throws DomainError `required`
 */
export function blankItem(line: ItemLine, { references, now, createdBy }: Known): Item {
  if (line.name === undefined) throw invalidField('name', 'required', 'A new item needs a name.');
  const main = references.locationAt({ code: MAIN }, 'defaultLocation');
  return {
    id: 0,
    sku: line.sku,
    name: line.name,
    ...usualFields,
    quantity: 0,
    reserved: 0,
    defaultLocationId: main?.id ?? 0,
    archived: false,
    createdBy,
    createdAt: now,
    updatedAt: now,
    version: 1,
    stockVersion: 0,
  };
}
