import { type AuditChanges, type AuditDetails, auditChangesOf } from '../kernel/audit.ts';
import { moneyToJson, quantityToJson } from '../kernel/decimal.ts';
import type { Item } from './item.ts';

/** What something of the inventory is called in the audit log. */
export const factsOf = (type: 'item' | 'category' | 'location', id: number): Pick<AuditDetails, 'target'> => ({
  target: { type, id },
});

/** What the audit log is told of a change of an item: amounts as they are published, not as they are kept. */
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
