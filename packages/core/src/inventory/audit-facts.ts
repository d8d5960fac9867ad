import { type AuditChanges, type AuditDetails, auditChangesOf } from '../kernel/audit.ts';
import { moneyToJson, quantityToJson } from '../kernel/numbers/decimal.ts';
import type { Item } from './item.ts';

/** Target of an audit record. */
export const factsOf = (type: 'item' | 'category' | 'location', id: number): Pick<AuditDetails, 'target'> => ({
  target: { type, id },
});

/** Changes of an item for the audit record; amounts in published units, not as stored. */
export const itemChanges = (before: Item | undefined, changes: Partial<Item>): AuditChanges =>
  auditChangesOf(before && readable(before), readable(changes));

function readable(item: Partial<Item>): object {
  const { price, cost, reorderLevel } = item;
  return {
    ...item,
    ...(price != null && { price: moneyToJson(price) }),
    ...(cost != null && { cost: moneyToJson(cost) }),
    ...(reorderLevel != null && { reorderLevel: quantityToJson(reorderLevel) }),
  };
}
