import { type Actor, demandCapability } from '../../kernel/actor.ts';
import { auditChangesOf } from '../../kernel/audit.ts';
import { demandVersion, type ExpectedVersions } from '../../kernel/change.ts';
import { useCase } from '../../kernel/use-case.ts';
import { factsOf } from '../audit-facts.ts';
import { itemHasStock, noSuchItem } from '../errors.ts';
import type { Item, StockLevel } from '../item.ts';
import type { InventoryPorts } from '../ports.ts';
import { record } from '../record.ts';

/** Input of `deleteItem`. */
export interface DeleteItemInput {
  readonly id: number;
  /** Writes off remaining stock first; administrators only. */
  readonly force?: boolean;
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Deletes an item without history, otherwise archives it if its stock is zero; with `force`, stock is written off
 * first.
 * @throws DomainError `not_found`, `precondition_failed`, `item_has_stock`, `admin_required`
 */
export const deleteItem = useCase(
  {
    access: 'edit_catalog',
    effect: 'write',
    audit: 'item.delete',
    refusals: { 'not-found': ['not_found'], conflict: ['item_has_stock'], forbidden: ['admin_required'] },
  },
  (ports: InventoryPorts) =>
    async (actor, input: DeleteItemInput, { note }): Promise<void> => {
      const { items, clock, events } = ports;
      note({ ...factsOf('item', input.id), ...(input.force && { action: 'item.force_delete' }) });
      if (input.force) demandCapability(actor, 'manage_inventory');
      const item = await items.findForChange(input.id);
      if (!item) throw noSuchItem();
      demandVersion(item, input.expectedVersions);
      note({ changes: auditChangesOf(item, { sku: null, name: null }) });
      if (await items.isReferredTo(item.id)) {
        const stock = await items.stockOf(item.id);
        if ((stock.length > 0 || item.reserved !== 0) && !input.force) throw itemHasStock();
        if (stock.length > 0) await writeOff(ports, actor, { item, stock });
        note({ changes: auditChangesOf(item, { archived: true }) });
        if (!item.archived) await items.update(item.id, { archived: true }, clock.now());
      } else {
        await items.remove(item.id);
      }
      events.publish({ type: 'item.deleted', itemId: item.id });
    },
);

async function writeOff(
  ports: InventoryPorts,
  actor: Actor,
  { item, stock }: { readonly item: Item; readonly stock: readonly StockLevel[] },
): Promise<void> {
  const requests = stock.map(({ locationId, quantity }) => ({
    type: 'adjustment' as const,
    item: { id: item.id },
    location: { id: locationId },
    quantity: -quantity,
    reason: 'write-off',
  }));
  await record(ports, actor, { requests, groupId: ports.ids.next() });
}
