import { ManualClock } from '@backroom/adapters-memory';
import { type Core, type CoreSettings, trusted, UNIT } from '@backroom/core';
import type { Order, Refund } from '@backroom/core/commerce';
import type { Item, Operation } from '@backroom/core/inventory';
import { freshWord, NOON } from '@backroom/testing/builders';
import type { TestDatabase } from './databases.ts';
import { openStores, type Stores } from './stores.ts';

/** A shop whose products are items of a stockroom, and its administrator. */
export interface Stockroom {
  readonly stores: Stores;
  readonly core: Core;
  readonly clock: ManualClock;
  readonly me: ReturnType<typeof trusted>;
  /** An item with a quantity, and a product with the same sku. */
  sell(pieces: number, item?: Partial<Pick<Item, 'allowNegative' | 'reorderLevel'>>): Promise<Sold>;
  /** A new order; by default with a free id. */
  order(status: string, lines: readonly LineQuantity[], id?: number): Promise<Order>;
  turn(order: Pick<Order, 'id'>, status: string): Promise<Order>;
  refund(order: Pick<Order, 'id'>, lines: readonly LineQuantity[], restock?: boolean): Promise<Refund>;
  /** On hand and reserved, in pieces. */
  stockOf(item: Pick<Item, 'id'>): Promise<{ readonly quantity: number; readonly reserved: number }>;
  operations(item: Pick<Item, 'id'>): Promise<readonly Operation[]>;
  /** What the ledger and the balances disagree about; and items whose reservations do not add up. */
  faults(): Promise<readonly unknown[]>;
}

/** Something that is sold, and the item that it is. */
export interface Sold {
  readonly item: Item;
  readonly productId: number;
}

/** A quantity of a product; on refunds the line that is refunded. */
export interface LineQuantity {
  readonly product: number | null;
  readonly quantity: number;
  readonly line?: number;
}

const lineOf = ({ product, quantity, line }: LineQuantity, index: number) => ({
  id: line === undefined ? index + 1 : undefined,
  product_id: product,
  name: 'Thing',
  quantity,
  subtotal: 10 * quantity,
  total: 10 * quantity,
  ...(line !== undefined && { refunded_line_id: line, id: index + 1 }),
});

/** Opens a stockroom with a shop on a fresh database. */
export async function openStockroom(
  database: Pick<TestDatabase, 'open'>,
  coreOn: (stores: Stores, settings: Partial<CoreSettings>, clock: ManualClock) => Core,
  settings: Partial<CoreSettings> = {},
): Promise<Stockroom> {
  const stores = await openStores(database);
  const clock = new ManualClock(NOON);
  const core = coreOn(stores, settings, clock);
  const me = trusted(await stores.users.systemUser(), 'embedded');
  const totalOf = (lines: readonly LineQuantity[]) => lines.reduce((sum, { quantity }) => sum + 10 * quantity, 0);
  return {
    ...{ stores, core, clock, me },
    async sell(pieces, fields = {}) {
      const sku = freshWord();
      const created = await core.inventory.createItem(me, { name: 'Thing', sku, quantity: pieces * UNIT, ...fields });
      const product = await core.catalog.createProduct(me, { record: { name: 'Thing', sku, manage_stock: true } });
      return { item: created.item, productId: product.id };
    },
    order: (status, lines, id) =>
      core.orders.createOrder(me, {
        record: {
          ...{ status, currency: 'USD', total: totalOf(lines), total_tax: 0, shipping_total: 0, shipping_tax: 0 },
          ...{ id, discount_total: 0, billing: {}, lines: lines.map(lineOf) },
        },
      }),
    turn: ({ id }, status) => core.orders.updateOrder(me, { id, record: { status } }),
    refund: ({ id }, lines, restock = true) =>
      core.orders.createRefund(me, {
        orderId: id,
        record: {
          ...{ amount: totalOf(lines), total: -totalOf(lines), total_tax: 0, shipping_total: 0, restock },
          lines: lines.map((line, index) => lineOf({ ...line, quantity: -line.quantity }, index)),
        },
      }),
    async stockOf({ id }) {
      const item = await stores.items.find(id);
      return { quantity: (item?.quantity ?? 0) / UNIT, reserved: (item?.reserved ?? 0) / UNIT };
    },
    operations: async ({ id }) =>
      (await stores.ledger.list({ itemId: id }, [{ field: 'id', descending: false }], { page: 1, perPage: 200 }))
        .entries,
    faults: async () => [...(await stores.ledger.differences()), ...(await reservationFaults(stores))],
  };
}

/** Items whose reserved total is not the sum of their reservations. */
async function reservationFaults({ database }: Stores): Promise<readonly unknown[]> {
  const { rows } = await database
    .kysely()
    .selectFrom('item_stock as s')
    .leftJoin('reservation as r', 'r.item_id', 's.item_id')
    .select(({ fn }) => ['s.item_id', 's.reserved', fn.sum<string | null>('r.quantity').as('held')])
    .groupBy(['s.item_id', 's.reserved'])
    .execute()
    .then((found) => ({ rows: found.filter(({ reserved, held }) => Number(reserved) !== Number(held ?? 0)) }));
  return rows;
}
