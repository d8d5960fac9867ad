import type { Download } from '../commerce/index.ts';
import { isDigitalOrder, type SampleShop, sampleOrder } from './orders.ts';
import { productIdOf } from './plan.ts';
import { filesOf } from './products.ts';
import { randomOf } from './seeded-random.ts';

const HOUR = 3_600_000;

/** Generates the downloads of an order, with consecutive ids from `firstId`. */
export function sampleDownloads(shop: SampleShop, order: number, firstId: number): readonly Download[] {
  if (!isDigitalOrder(shop.plan, order)) return [];
  const { id, lines, paidAt, userId } = sampleOrder(shop, order);
  const line = lines[0];
  if (paidAt === null || !line) return [];
  const chance = randomOf(shop.plan.seed, 'download', order);
  const files = filesOf(line.productId - productIdOf(0));
  return Array.from({ length: chance.between(0, 3) }, (_, place) => ({
    id: firstId + place,
    permissionId: id * 2 + (place % 2),
    productId: line.productId,
    orderId: id,
    userId,
    fileId: files[place % files.length]?.id ?? '',
    at: new Date(Math.min(paidAt.getTime() + chance.below(72) * HOUR, shop.plan.end - 1_000)),
    ipAddress: `198.51.100.${chance.between(1, 254)}`,
  }));
}
