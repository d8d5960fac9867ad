import { ManualClock } from '@backroom/adapters-memory';
import { type Actor, type Core, DomainError, UNIT } from '@backroom/core';
import type { Item, Location, Operation, OperationRequest } from '@backroom/core/inventory';
import { addItem, addLocation, aNewUser, NOON } from '@backroom/testing/builders';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { administratorOf, coreOn, openStores, type Stores } from '../support/stores.ts';

const SECOND = 1_000;
const whole = {
  item: fc.nat(2),
  from: fc.nat(2),
  to: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 60_000 }),
  ago: fc.nat(100),
};
const line = fc.record({
  type: fc.constantFrom('receipt', 'receipt', 'issue', 'adjustment', 'transfer', 'count'),
  ...whole,
});
const step = fc.oneof(
  { weight: 6, arbitrary: line.map((each) => ({ lines: [each] })) },
  { weight: 1, arbitrary: fc.array(line, { minLength: 2, maxLength: 5 }).map((lines) => ({ lines })) },
  { weight: 2, arbitrary: fc.record({ reverse: fc.nat(40) }) },
);
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;
type Step = { readonly lines: readonly Line[] } | { readonly reverse: number };

/** What one movement did to one place, as a reader of the specification would write it down. */
interface Effect {
  readonly item: number;
  readonly location: number;
  readonly delta: number;
  readonly recordedAt: Date;
  readonly occurredAt: Date;
}

const sum = (effects: readonly Effect[]) => effects.reduce((total, { delta }) => total + delta, 0);

describe.each(databases)('any history of operations on $name', (database) => {
  let stores: Stores;
  let core: Core;
  let clock: ManualClock;
  let ada: Actor;
  beforeAll(async () => {
    stores = await openStores(database);
    clock = new ManualClock(NOON);
    core = coreOn(stores, {}, clock);
    ada = administratorOf(await stores.users.insert(aNewUser({ role: 'admin' }), NOON));
  });
  afterAll(() => stores?.close());

  /** Three items, one of which may fall below zero, at three locations, and what happened to them so far. */
  async function openWorld() {
    const items = [await addItem(stores), await addItem(stores), await addItem(stores, { allowNegative: true })];
    const places = [await addLocation(stores), await addLocation(stores), await addLocation(stores)];
    const effects: Effect[] = [];
    const recorded: Operation[] = [];
    const at = (item: number, location: number) =>
      effects.filter((each) => each.item === item && each.location === location);

    const requestOf = ({ type, item, from, to, quantity, ago }: Line): OperationRequest => ({
      type: type as OperationRequest['type'],
      item: { id: items[item]?.id ?? 0 },
      quantity: type === 'adjustment' && quantity % 2 === 0 ? -quantity : quantity,
      location: { code: places[from]?.code ?? '' },
      ...(type === 'transfer' && { toLocation: { code: places[to]?.code ?? '' } }),
      reason: 'because',
      occurredAt: new Date(clock.now().getTime() - ago * SECOND),
    });
    /** What a line would do, or undefined where it is to be refused. */
    const effectsOf = (each: Line, drafts: readonly Effect[]): Effect[] | undefined => {
      const request = requestOf(each);
      const moment = { recordedAt: clock.now(), occurredAt: request.occurredAt ?? clock.now() };
      const quantityAt = (location: number) =>
        sum(drafts.filter((effect) => effect.item === each.item && effect.location === location));
      const delta =
        { receipt: 1, adjustment: 1, issue: -1, transfer: -1, count: 1 }[request.type] * request.quantity -
        (each.type === 'count' ? quantityAt(each.from) : 0);
      const mayFall = each.item === 2;
      if (each.type === 'transfer' && each.from === each.to) return undefined;
      if (delta < 0 && quantityAt(each.from) + delta < 0 && !mayFall) return undefined;
      const own = { item: each.item, location: each.from, delta, ...moment };
      return each.type === 'transfer' ? [own, { ...own, location: each.to, delta: -delta }] : [own];
    };

    return {
      ...{ items, places, effects, recorded, at },
      async take(next: Step): Promise<void> {
        clock.advance(SECOND);
        if ('reverse' in next) return this.reverse(recorded[next.reverse % Math.max(1, recorded.length)]);
        let drafts: readonly Effect[] = effects;
        for (const each of next.lines) {
          const more = effectsOf(each, drafts);
          if (!more) return this.refused(next.lines);
          drafts = [...drafts, ...more];
        }
        const { operations } = await core.inventory.recordOperations(ada, { operations: next.lines.map(requestOf) });
        recorded.push(...operations);
        effects.push(...drafts.slice(effects.length));
      },
      async refused(lines: readonly Line[]): Promise<void> {
        const recording = core.inventory.recordOperations(ada, { operations: lines.map(requestOf) });
        const refusal = await recording.then(
          () => undefined,
          (error: unknown) => (error instanceof DomainError ? error : Promise.reject(error)),
        );
        // Several refused lines with different codes are one refusal that names the code of each.
        const codes =
          refusal?.code === 'validation_failed'
            ? (refusal.details.fields ?? []).map(({ code }) => code)
            : [refusal?.code];
        expect(codes).not.toEqual([]);
        expect(codes.filter((code) => code !== 'insufficient_stock' && code !== 'same_location')).toEqual([]);
      },
      async reverse(operation: Operation | undefined): Promise<void> {
        if (!operation) return;
        const item = items.findIndex(({ id }) => id === operation.itemId);
        const place = (id: number | null) => places.findIndex((each) => each.id === id);
        const moment = { recordedAt: clock.now(), occurredAt: clock.now() };
        const own = { item, location: place(operation.locationId), delta: -operation.delta, ...moment };
        const both =
          operation.toLocationId === null
            ? [own]
            : [own, { ...own, location: place(operation.toLocationId), delta: operation.delta }];
        const falls = ({ location, delta }: Effect) => delta < 0 && sum(at(item, location)) + delta < 0;
        const isReversed = recorded.some(({ reversesId }) => reversesId === operation.id);
        const reversing = core.inventory.reverseOperation(ada, { id: operation.id });
        if (operation.type === 'reversal')
          await expect(reversing).rejects.toMatchObject({ code: 'cannot_reverse_reversal' });
        else if (isReversed) await expect(reversing).rejects.toMatchObject({ code: 'already_reversed' });
        else if (item !== 2 && both.some(falls))
          await expect(reversing).rejects.toMatchObject({ code: 'insufficient_stock' });
        else {
          recorded.push(...(await reversing).operations);
          effects.push(...both);
        }
      },
    };
  }
  type World = Awaited<ReturnType<typeof openWorld>>;

  const levelsOf = (world: World, item: number, counts: (effect: Effect) => boolean = () => true) =>
    Object.fromEntries(
      world.places
        .map(({ code }, location) => [code, sum(world.at(item, location).filter(counts))] as const)
        .filter(([, quantity]) => quantity !== 0),
    );
  const found = (levels: readonly { readonly location: string; readonly quantity: number }[]) =>
    Object.fromEntries(levels.map(({ location, quantity }) => [location, quantity]));

  /** `balance_before` is `balance_after` of the entry before it at that place. */
  async function demandChain(item: Item, place: Location): Promise<void> {
    const filter = { itemId: item.id, location: place.code, sort: [{ field: 'id' as const, descending: false }] };
    const { entries } = await core.inventory.listOperations(ada, { ...filter, page: 1, perPage: 500 });
    let balance = 0;
    for (const entry of entries) {
      if (entry.locationId === place.id) {
        expect([entry.balanceBefore, entry.balanceAfter]).toEqual([balance, balance + entry.delta]);
        balance = entry.balanceAfter;
      } else {
        expect(entry.toBalanceAfter).toBe(balance - entry.delta);
        balance -= entry.delta;
      }
    }
  }

  async function demandInvariants(world: World): Promise<void> {
    for (const [index, { id }] of world.items.entries()) {
      const { item, stock } = await core.inventory.readItem(ada, { id });
      expect(found(stock)).toEqual(levelsOf(world, index));
      expect(item.quantity).toBe(stock.reduce((total, { quantity }) => total + quantity, 0));
      for (const place of world.places) await demandChain(item, place);
    }
    expect(await core.inventory.verifyStock(ada, {})).toEqual([]);
  }

  it('keeps every balance the sum of the ledger, now and at every moment, and chains the balances', async () => {
    const history = fc.tuple(fc.array(step, { minLength: 5, maxLength: 25 }), fc.nat(30));
    const property = fc.asyncProperty(history, async ([steps, seconds]) => {
      const start = clock.now().getTime();
      const world = await openWorld();
      for (const next of steps) await world.take(next);
      await demandInvariants(world);
      const moment = new Date(start + seconds * SECOND);
      for (const basis of ['recorded', 'occurred'] as const) {
        for (const [index, { id }] of world.items.entries()) {
          const stock = await core.inventory.readStock(ada, { id, asOf: moment, basis });
          expect(found(stock)).toEqual(levelsOf(world, index, (effect) => effect[`${basis}At`] <= moment));
        }
      }
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it('shows a balance that was changed by hand, and repairs it without touching the ledger', async () => {
    const planted = fc.record({
      item: fc.nat(2),
      place: fc.nat(2),
      by: fc.integer({ min: 1, max: 9 }),
      total: fc.boolean(),
    });
    const history = fc.tuple(fc.array(step, { minLength: 5, maxLength: 8 }), planted);
    const property = fc.asyncProperty(history, async ([steps, { item, place, by, total }]) => {
      const world = await openWorld();
      for (const next of steps) await world.take(next);
      const [itemId, locationId] = [world.items[item]?.id ?? 0, world.places[place]?.id ?? 0];
      const kysely = stores.database.kysely();
      if (total) await sql`update item_stock set quantity = quantity + ${by} where item_id = ${itemId}`.execute(kysely);
      else {
        await sql`insert into stock_level (item_id, location_id, quantity, allow_negative) values (${itemId}, ${locationId}, ${by}, false)
          on conflict (item_id, location_id) do update set quantity = stock_level.quantity + ${by}`.execute(kysely);
      }
      const before = await digest();
      const ledger = sum(total ? world.effects.filter((effect) => effect.item === item) : world.at(item, place));
      const difference = { itemId, locationId: total ? null : locationId, stored: ledger + by * UNIT, ledger };
      expect(await core.inventory.verifyStock(ada, {})).toEqual([difference]);
      expect(await core.inventory.repairStock(ada, {})).toEqual([difference]);
      expect(await digest()).toBe(before);
      await demandInvariants(world);
    });
    await fc.assert(property, { numRuns: 10 });
  });

  const digest = async () => {
    const statement = sql<{
      digest: string;
    }>`select md5(coalesce(string_agg(o::text, '|' order by id), '')) as digest from operation o`;
    return (await statement.execute(stores.database.kysely())).rows[0]?.digest;
  };
});
