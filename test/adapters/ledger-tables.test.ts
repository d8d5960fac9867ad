import type { Item, Location } from '@backroom/core/inventory';
import { addItem, addLocation, at, move } from '@backroom/testing/builders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { openStores, type Stores } from '../support/stores.ts';

const ONE = 10_000;

describe.each(databases)('the tables of the ledger on $name', (database) => {
  let stores: Stores;
  let ledger: Stores['ledger'];
  const quantityOf = async (item: Item, location?: Location) =>
    (await stores.items.stockOf(item.id)).find(({ locationId }) => locationId === (location?.id ?? 1))?.quantity ?? 0;
  beforeAll(async () => {
    stores = await openStores(database);
    ledger = stores.ledger;
  });
  afterAll(() => stores?.close());

  describe('an entry', () => {
    it.each([
      ['changed', 'update operation set quantity = quantity + 1'],
      ['removed', 'delete from operation'],
      ['emptied out', 'truncate operation'],
      ['emptied out with what it refers to', 'truncate item cascade'],
    ])('cannot be %s by any user of the database', async (_, statement) => {
      const item = await addItem(stores);
      const { id } = await move(stores, at(item), ONE);
      const kysely = stores.database.kysely();
      await expect(sql.raw(statement).execute(kysely)).rejects.toThrow('The ledger is append-only.');
      expect(await ledger.find(id)).toMatchObject({ quantity: ONE });
    });
  });

  describe('balances', () => {
    it('that differ from the ledger are found and set to its sum, and the ledger stays as it is', async () => {
      const [item, other, shelf] = [await addItem(stores), await addItem(stores), await addLocation(stores)];
      await move(stores, at(item, shelf), 5 * ONE);
      await move(stores, at(other), ONE);
      const kysely = stores.database.kysely();
      await sql`update stock_level set quantity = 3 where item_id = ${item.id}`.execute(kysely);
      await sql`update item_stock set quantity = 9 where item_id = ${other.id}`.execute(kysely);
      await sql`insert into stock_level (item_id, location_id, quantity, allow_negative) values (${other.id}, ${shelf.id}, 4, false)`.execute(
        kysely,
      );
      await sql`delete from stock_level where item_id = ${other.id} and location_id = 1`.execute(kysely);
      const digest = async () =>
        (await sql<{ md5: string }>`select md5(string_agg(o::text, '' order by id)) from operation o`.execute(kysely))
          .rows[0]?.md5;
      const before = await digest();
      expect(await ledger.differences()).toEqual([
        { itemId: item.id, locationId: shelf.id, stored: 3 * ONE, ledger: 5 * ONE },
        { itemId: other.id, locationId: null, stored: 9 * ONE, ledger: ONE },
        { itemId: other.id, locationId: 1, stored: 0, ledger: ONE },
        { itemId: other.id, locationId: shelf.id, stored: 4 * ONE, ledger: 0 },
      ]);
      await stores.unitOfWork.run(() => ledger.rebuildBalances());
      expect(await ledger.differences()).toEqual([]);
      expect(await quantityOf(item, shelf)).toBe(5 * ONE);
      expect(await stores.items.find(other.id)).toMatchObject({ quantity: ONE });
      expect(await digest()).toBe(before);
    });

    it('are rebuilt while stock moves, without a unit that waits in a circle or is lost', async () => {
      const [item, before] = [await addItem(stores), stores.collisions()];
      await move(stores, at(item), ONE);
      const spoil = sql`update item_stock set quantity = 77 where item_id = ${item.id}`;
      await spoil.execute(stores.database.kysely());
      const moves = Array.from({ length: 10 }, () => move(stores, at(item), ONE).catch(() => undefined));
      await Promise.all([...moves, stores.unitOfWork.run(() => ledger.rebuildBalances())]);
      await stores.unitOfWork.run(() => ledger.rebuildBalances());
      expect(await ledger.differences()).toEqual([]);
      expect(await quantityOf(item)).toBe(11 * ONE);
      expect(stores.collisions()).toBe(before);
    });
  });
});
