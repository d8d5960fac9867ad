import { type Actor, type Core, type IdempotencyKey, UNIT } from '@backroom/core';
import type { Item, Location } from '@backroom/core/inventory';
import { addItem, addLocation, aNewUser, freshWord, NOON, outcomes } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { administratorOf, coreOn, openStores, type Stores } from '../support/stores.ts';

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe.each(databases)('at the same moment on $name', (database) => {
  let stores: Stores;
  let core: Core;
  let inventory: Core['inventory'];
  let ada: Actor;
  let bea: Actor;
  beforeAll(async () => {
    stores = await openStores(database, 20);
    core = coreOn(stores);
    inventory = core.inventory;
    const add = async () => administratorOf(await stores.users.insert(aNewUser({ role: 'admin' }), NOON));
    [ada, bea] = [await add(), await add()];
  });
  afterAll(async () => {
    expect(await core.inventory.verifyStock(ada, {})).toEqual([]);
    await stores.close();
  });

  const withKey = (actor: Actor, key: string, fingerprint = 'f'): Actor => ({
    ...actor,
    once: { key, route: 'POST /operations', fingerprint } satisfies IdempotencyKey,
  });
  const move = (type: 'receipt' | 'issue', item: Item, units: number, actor = ada, location?: Location) =>
    inventory.recordOperation(actor, {
      type,
      item: { id: item.id },
      quantity: units * UNIT,
      location: location && { id: location.id },
    });
  const transfer = (item: Item, from: Location, to: Location) => ({
    type: 'transfer' as const,
    item: { id: item.id },
    quantity: UNIT,
    location: { id: from.id },
    toLocation: { id: to.id },
  });
  const quantityOf = async (item: Item) => ((await stores.items.find(item.id))?.quantity ?? 0) / UNIT;
  /** Does the work in such a way that nothing waits in a circle. */
  const withoutCollision = async (work: () => Promise<unknown>) => {
    const before = stores.collisions();
    await work();
    expect(stores.collisions()).toBe(before);
  };

  it('one of two administrators who demote each other wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await stores.users.countLocalAdministrators();
      // With others around, both may; with these two alone, one must remain.
      expect(before).toBe(2);
      const demote = (actor: Actor, other: Actor) =>
        core.identity.updateUser(actor, { id: other.userId ?? 0, role: 'member' });
      expect(await outcomes([demote(ada, bea), demote(bea, ada)])).toEqual({ done: 1, refused: ['last_admin'] });
      for (const { userId } of [ada, bea]) await stores.users.update(userId ?? 0, { role: 'admin' }, NOON);
    }
  });

  it('one of two administrators who delete or lock out each other wins', async () => {
    const remove = core.identity.deleteUser(ada, { id: bea.userId ?? 0 });
    const lockOut = core.identity.updateUser(bea, { id: ada.userId ?? 0, isActive: false });
    expect(await outcomes([remove, lockOut])).toEqual({ done: 1, refused: ['last_admin'] });
    expect(await stores.users.countLocalAdministrators()).toBe(1);
    const { entries } = await stores.users.list({ role: 'admin', isActive: true }, [], { page: 1, perPage: 2 });
    const [left] = entries;
    if (!left) throw new Error('No administrator is left.');
    ada = administratorOf(left);
    bea = administratorOf(await stores.users.insert(aNewUser({ role: 'admin' }), NOON));
  });

  it('of a thousand issues by twenty clients from a stock of 500, exactly 500 succeed', async () => {
    const item = await addItem(stores);
    await move('receipt', item, 500);
    const client = async (): Promise<string[]> => {
      const codes: string[] = [];
      for (let count = 0; count < 50; count += 1) {
        codes.push(
          await move('issue', item, 1).then(
            () => 'recorded',
            ({ code }) => code,
          ),
        );
      }
      return codes;
    };
    await withoutCollision(async () => {
      const codes = (await Promise.all(many(20, client))).flat();
      expect(codes.filter((code) => code === 'recorded')).toHaveLength(500);
      expect(codes.filter((code) => code === 'insufficient_stock')).toHaveLength(500);
    });
    expect(await quantityOf(item)).toBe(0);
    const { total } = await inventory.listOperations(ada, { itemId: item.id, page: 1, perPage: 1 });
    expect(total).toBe(501);
  });

  it('transfers there and back never wait in a circle, nor do batches whose lines are in opposite orders', async () => {
    const items = await Promise.all(many(3, () => addItem(stores)));
    const [here, there] = [await addLocation(stores), await addLocation(stores)];
    for (const item of items) for (const location of [here, there]) await move('receipt', item, 50, ada, location);
    await withoutCollision(async () => {
      const [item] = items as [Item];
      const single = many(20, (index) =>
        inventory.recordOperation(ada, index % 2 === 0 ? transfer(item, here, there) : transfer(item, there, here)),
      );
      const lines = items.flatMap((each) => [transfer(each, here, there), transfer(each, there, here)]);
      const batches = many(20, (index) =>
        inventory.recordOperations(ada, { operations: index % 2 === 0 ? lines : lines.toReversed() }),
      );
      await Promise.all([...single, ...batches]);
    });
    for (const item of items) expect(await quantityOf(item)).toBe(100);
  });

  it('the same key records once; the others get what was recorded, or that it is running', async () => {
    const item = await addItem(stores);
    const actor = withKey(ada, freshWord());
    const answers = await Promise.allSettled(many(10, () => move('receipt', item, 3, actor)));
    const ids = answers.flatMap((each) =>
      each.status === 'fulfilled' ? each.value.operations.map(({ id }) => id) : [],
    );
    const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter((each) => each.status === 'fulfilled' && !each.value.replayed)).toHaveLength(1);
    expect(new Set([...refused, 'idempotency_in_progress'])).toEqual(new Set(['idempotency_in_progress']));
    expect(await quantityOf(item)).toBe(3);
    expect(await move('receipt', item, 3, actor)).toMatchObject({ replayed: true, operations: [{ id: ids[0] }] });
    await expect(move('receipt', item, 3, withKey(ada, actor.once?.key ?? '', 'other'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('an operation is reversed once, a batch too', async () => {
    const item = await addItem(stores);
    const { operations } = await move('receipt', item, 5);
    const reverse = () => inventory.reverseOperation(ada, { id: operations[0]?.id ?? 0 });
    expect(await outcomes(many(4, reverse))).toEqual({ done: 1, refused: Array(3).fill('already_reversed') });
    expect(await quantityOf(item)).toBe(0);
    const line = { type: 'receipt' as const, item: { id: item.id }, quantity: UNIT };
    const batch = await inventory.recordOperations(ada, { operations: [line, line] });
    const reverseGroup = () => inventory.reverseOperationGroup(ada, { groupId: batch.operations[0]?.groupId ?? '' });
    expect(await outcomes(many(4, reverseGroup))).toEqual({ done: 1, refused: Array(3).fill('already_reversed') });
    expect(await quantityOf(item)).toBe(0);
  });

  it('a reference that is to be the only one is taken once', async () => {
    const item = await addItem(stores);
    const reference = { type: 'order', id: freshWord(), line: null };
    const request = {
      type: 'receipt' as const,
      item: { id: item.id },
      quantity: UNIT,
      reference,
      uniqueReference: true,
    };
    expect(await outcomes(many(5, () => inventory.recordOperation(ada, request)))).toEqual({
      done: 1,
      refused: Array(4).fill('duplicate_reference'),
    });
    expect(await quantityOf(item)).toBe(1);
  });

  it('an item is archived or gets stock, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const item = await addItem(stores);
      await move('receipt', item, 1);
      await move('issue', item, 1);
      const archive = () =>
        round % 2 === 0
          ? inventory.updateItem(ada, { id: item.id, archived: true })
          : inventory.deleteItem(ada, { id: item.id });
      await withoutCollision(async () => {
        const { done, refused } = await outcomes(
          round < 3 ? [archive(), move('receipt', item, 1)] : [move('receipt', item, 1), archive()],
        );
        expect(done).toBe(1);
        expect(['item_archived', 'item_has_stock']).toContain(refused[0]);
      });
      const left = await stores.items.find(item.id);
      expect([left?.archived, left?.quantity]).toEqual(left?.archived ? [true, 0] : [false, UNIT]);
    }
  });

  it('an item without history is deleted or gets one, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const item = await addItem(stores);
      const remove = () => inventory.deleteItem(ada, { id: item.id });
      const receive = () =>
        inventory.recordOperation(ada, { type: 'receipt', item: { id: item.id }, quantity: UNIT, unitCost: 5 });
      await withoutCollision(async () => {
        const { done, refused } = await outcomes(round % 2 === 0 ? [remove(), receive()] : [receive(), remove()]);
        expect(done).toBe(1);
        expect(['item_not_found', 'item_has_stock']).toContain(refused[0]);
      });
    }
  });

  it('a location is deleted or used, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [item, location] = [await addItem(stores), await addLocation(stores)];
      const remove = () => inventory.deleteLocation(ada, { id: location.id });
      const use = [
        () => move('receipt', item, 1, ada, location),
        () => inventory.updateItem(ada, { id: item.id, defaultLocationId: location.id }),
        () => inventory.createLocation(ada, { code: freshWord(), parentId: location.id }),
      ][round % 3] as () => Promise<unknown>;
      const { done, refused } = await outcomes(round < 3 ? [remove(), use()] : [use(), remove()]);
      expect(done).toBe(1);
      expect(['location_not_found', 'location_has_stock', 'location_in_use']).toContain(refused[0]);
    }
  });

  it('a category is deleted or gets an item, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const category = await inventory.createCategory(ada, { name: freshWord() });
      const remove = () => inventory.deleteCategory(ada, { id: category.id });
      const fill = () => inventory.createItem(ada, { name: freshWord(), categoryId: category.id });
      const { done, refused } = await outcomes(round % 2 === 0 ? [remove(), fill()] : [fill(), remove()]);
      expect(done).toBe(1);
      expect(['category_not_found', 'category_not_empty']).toContain(refused[0]);
    }
  });

  it('two categories that are moved below each other make no circle', async () => {
    const make = (parentId: number | null = null) => inventory.createCategory(ada, { name: freshWord(), parentId });
    const [a, b] = [await make(), await make()];
    const [belowA, belowB] = [await make(a.id), await make(b.id)];
    const below = (id: number, parentId: number) => inventory.updateCategory(ada, { id, parentId });
    expect(await outcomes([below(a.id, belowB.id), below(b.id, belowA.id)])).toEqual({
      done: 1,
      refused: ['category_cycle'],
    });
    const tree = await inventory.readCategoryTree(ada, {});
    const shown = JSON.stringify(tree);
    for (const { name } of [a, b, belowA, belowB]) expect(shown).toContain(name);
  });

  it('two locations that are moved below each other make no circle', async () => {
    const [a, b] = [await addLocation(stores), await addLocation(stores)];
    const [belowA, belowB] = await Promise.all(
      [a, b].map(({ id }) => inventory.createLocation(ada, { code: freshWord(), parentId: id })),
    );
    const below = (one: Location, parent: Location | undefined) =>
      inventory.updateLocation(ada, { id: one.id, parentId: parent?.id ?? 0 });
    await withoutCollision(async () => {
      expect(await outcomes([below(a, belowB), below(b, belowA)])).toEqual({ done: 1, refused: ['location_cycle'] });
    });
  });

  it('an account is deleted or becomes the author of an operation, and its name stays with it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [item, author] = [await addItem(stores), await stores.users.insert(aNewUser(), NOON)];
      const record = () => move('receipt', item, 1, administratorOf(author));
      const remove = () => core.identity.deleteUser(ada, { id: author.userId });
      const settled = await Promise.allSettled(round % 2 === 0 ? [remove(), record()] : [record(), remove()]);
      const recorded = (await quantityOf(item)) === 1;
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(recorded ? 2 : 1);
      if (recorded)
        expect(await stores.users.find(author.userId)).toMatchObject({ username: author.username, deletedAt: NOON });
    }
  });

  it('receipts average the cost one after the other', async () => {
    const averaging = coreOn(stores, { costMethod: 'average' });
    const item = await addItem(stores);
    const receive = (price: number) =>
      averaging.inventory.recordOperation(ada, {
        type: 'receipt',
        item: { id: item.id },
        quantity: UNIT,
        unitCost: price * UNIT,
      });
    await receive(1);
    await Promise.all([2, 3, 4, 5, 6, 7].map(receive));
    expect(await stores.items.find(item.id)).toMatchObject({ quantity: 7 * UNIT });
    // Whatever the order was, the average of all; each step rounds by half a ten-thousandth at most.
    expect(Math.abs(((await stores.items.find(item.id))?.cost ?? 0) - 4 * UNIT)).toBeLessThanOrEqual(4);
  });
});
