import { useCase } from '../../kernel/use-case.ts';
import type { InventoryPorts } from '../ports.ts';

/**
 * Releases expired stock reservations in batches and returns the number of affected items; run periodically by the
 * system.
 */
export const expireReservations = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  ({ reservations, unitOfWork, clock, events }: InventoryPorts) =>
    async (_, __: object): Promise<number> => {
      const freed = new Set<number>();
      for (;;) {
        const items = await unitOfWork.run(async () => {
          const expired = await reservations.expire(clock.now());
          for (const itemId of expired) events.publish({ type: 'stock.changed', itemId });
          return expired;
        });
        if (items.length === 0) return freed.size;
        for (const itemId of items) freed.add(itemId);
      }
    },
);
