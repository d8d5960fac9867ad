import type { OperationRequest } from '@backroom/core/inventory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAccount, anOperation } from '../../support/builders.ts';
import { applyRequest, applyReversal, demandWellFormed, LARGEST, openBook } from '../internals.ts';
import { aStep, requestOf, Shelves, type Step } from './histories.ts';

const history = fc.array(aStep, { maxLength: 40 });
const played = (steps: readonly Step[], allowNegative = false): Shelves => {
  const shelves = new Shelves(allowNegative);
  for (const step of steps) shelves.record(step);
  return shelves;
};

describe('after any history', () => {
  it('each balance is the sum of its ledger entries', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (steps, allowNegative) => {
        const shelves = played(steps, allowNegative);
        for (const { itemId, locationId, quantity } of shelves.all()) {
          const sum = shelves.entries.reduce((total, { operation: { delta, ...where } }) => {
            if (where.itemId !== itemId) return total;
            return (
              total + (where.locationId === locationId ? delta : 0) - (where.toLocationId === locationId ? delta : 0)
            );
          }, 0);
          expect(quantity).toBe(sum);
        }
      }),
    );
  });

  it('each entry begins where the one before it at that place ended', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (steps, allowNegative) => {
        const last = new Map<string, number>();
        for (const { operation, movement } of played(steps, allowNegative).entries) {
          const place = `${operation.itemId}@${operation.locationId}`;
          expect(movement.balanceBefore).toBe(last.get(place) ?? 0);
          expect(movement.balanceAfter).toBe(movement.balanceBefore + movement.delta);
          last.set(place, movement.balanceAfter);
          if (operation.toLocationId !== null)
            last.set(`${operation.itemId}@${operation.toLocationId}`, movement.toBalanceAfter ?? Number.NaN);
        }
      }),
    );
  });

  it('nothing is below zero where that is not allowed', () => {
    fc.assert(
      fc.property(history, (steps) => {
        expect(
          played(steps)
            .all()
            .filter(({ quantity }) => quantity < 0),
        ).toEqual([]);
      }),
    );
  });

  it('the total of an item is the sum of all places', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (steps, allowNegative) => {
        const shelves = new Shelves(allowNegative);
        for (const step of steps) {
          const entry = shelves.record(step);
          if (entry) expect(entry.movement.itemBalanceAfter).toBe(shelves.of(step.itemId));
        }
      }),
    );
  });

  it('a transfer keeps the total of its item', () => {
    fc.assert(
      fc.property(history, aStep, fc.boolean(), (steps, step, allowNegative) => {
        const shelves = played(steps, allowNegative);
        const before = shelves.of(step.itemId);
        shelves.record({ ...step, type: 'transfer', quantity: Math.abs(step.quantity) });
        expect(shelves.of(step.itemId)).toBe(before);
      }),
    );
  });

  it('taking everything back, the last first, leaves nothing', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (steps, allowNegative) => {
        const shelves = played(steps, allowNegative);
        for (const entry of shelves.entries.toReversed()) expect(shelves.reverse(entry)).toBeDefined();
        expect(shelves.all().filter(({ quantity }) => quantity !== 0)).toEqual([]);
      }),
    );
  });

  it('a count leaves exactly what was counted', () => {
    fc.assert(
      fc.property(history, aStep, fc.boolean(), (steps, step, allowNegative) => {
        const shelves = played(steps, allowNegative);
        const counted = Math.abs(step.quantity);
        expect(shelves.record({ ...step, type: 'count', quantity: counted })).toBeDefined();
        expect(shelves.at(step.itemId, step.from)).toBe(counted);
      }),
    );
  });

  it('lines in one book have the result of separate ones', () => {
    fc.assert(
      fc.property(history, fc.array(aStep, { minLength: 1, maxLength: 8 }), (steps, lines) => {
        const together = played(steps);
        const oneByOne = played(steps);
        const held = new Map(
          lines.flatMap(({ itemId, from, to }) =>
            [from, to].map((place) => [`${itemId}@${place}`, together.hold(itemId, place)] as const),
          ),
        );
        const book = openBook([...held.values()]);
        for (const step of lines) {
          const entry = oneByOne.record(step);
          const from = held.get(`${step.itemId}@${step.from}`) ?? anAccount();
          const to = step.type === 'transfer' ? held.get(`${step.itemId}@${step.to}`) : undefined;
          const apply = () => applyRequest(book, requestOf(step), { from, to });
          if (entry) expect(apply()).toEqual(entry.movement);
          else expect(apply).toThrow();
        }
      }),
    );
  });
});

const request = (changes: Partial<OperationRequest> = {}): OperationRequest => ({
  type: 'issue',
  item: { id: 11 },
  quantity: 10_000,
  ...changes,
});
const apply = (
  fields: Partial<OperationRequest>,
  account: Parameters<typeof anAccount>[0],
  to?: Parameters<typeof anAccount>[0],
) => {
  const ends = { from: anAccount(account), to: to && anAccount(to) };
  return applyRequest(openBook(ends.to ? [ends.from, ends.to] : [ends.from]), request(fields), ends);
};
const refusal = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) });
const wrongField = (code: string, field: string) =>
  refusal(code, { fields: [expect.objectContaining({ path: [field], code })] });

describe('recording', () => {
  it('refuses to take more than is on hand, with the current stock', () => {
    expect(() => apply({ quantity: 60_000 }, { quantity: 25_000 })).toThrow(
      refusal('insufficient_stock', { available: 2.5, requested: 6, location: 'MAIN' }),
    );
  });

  it('leaves the balances as they were when it refuses', () => {
    const account = anAccount({ quantity: 5_000 });
    const book = openBook([account]);
    expect(() => applyRequest(book, request(), { from: account, to: undefined })).toThrow();
    expect([book.quantityAt(account), book.quantityOf(account)]).toEqual([5_000, 5_000]);
  });

  it('takes all that is on hand', () => {
    expect(apply({ quantity: 25_000 }, { quantity: 25_000 })).toMatchObject({ delta: -25_000, balanceAfter: 0 });
  });

  it('goes below zero where the item allows it', () => {
    expect(apply({}, { allowNegative: true })).toMatchObject({ balanceAfter: -10_000, itemBalanceAfter: -10_000 });
  });

  it('may raise a balance that is below zero, though it stays there', () => {
    expect(apply({ type: 'receipt' }, { quantity: -30_000 })).toMatchObject({ balanceAfter: -20_000 });
  });

  it('moves stock without changing the total', () => {
    expect(
      apply(
        { type: 'transfer' },
        { quantity: 10_000, itemQuantity: 15_000 },
        { locationId: 2, quantity: 5_000, itemQuantity: 15_000 },
      ),
    ).toEqual({
      delta: -10_000,
      balanceBefore: 10_000,
      balanceAfter: 0,
      toBalanceAfter: 15_000,
      itemBalanceAfter: 15_000,
    });
  });

  it('needs two places for a transfer', () => {
    expect(() => apply({ type: 'transfer' }, { quantity: 10_000 }, { quantity: 10_000 })).toThrow(
      wrongField('same_location', 'toLocation'),
    );
  });

  it('records a count that finds what was expected', () => {
    expect(apply({ type: 'count', quantity: 10_000, expectedQuantity: 10_000 }, { quantity: 10_000 })).toMatchObject({
      delta: 0,
      balanceAfter: 10_000,
    });
  });

  it('refuses a count when stock moved meanwhile, with the current stock', () => {
    expect(() => apply({ type: 'count', expectedQuantity: 10_000 }, { quantity: 25_000 })).toThrow(
      refusal('stock_changed', { current_quantity: 2.5 }),
    );
  });

  it('refuses archived items', () => {
    expect(() => apply({ type: 'receipt' }, { itemArchived: true })).toThrow(refusal('item_archived'));
  });

  it('refuses an archived location at either end', () => {
    expect(() => apply({ type: 'receipt' }, { locationArchived: true })).toThrow(refusal('location_archived'));
    expect(() => apply({ type: 'transfer' }, { quantity: 10_000 }, { locationId: 2, locationArchived: true })).toThrow(
      refusal('location_archived'),
    );
  });

  it('refuses more decimals than the item has', () => {
    expect(() => apply({ type: 'receipt', quantity: 5_000 }, { quantityDecimals: 0 })).toThrow(
      wrongField('too_many_decimals', 'quantity'),
    );
    expect(apply({ type: 'receipt', quantity: 5_000 }, { quantityDecimals: 1 })).toMatchObject({ balanceAfter: 5_000 });
  });

  it('refuses a balance of more than eleven digits', () => {
    expect(() => apply({ type: 'receipt', quantity: 1 }, { quantity: LARGEST })).toThrow(
      wrongField('quantity_out_of_range', 'quantity'),
    );
  });

  it('refuses a total of more than eleven digits', () => {
    expect(() => apply({ type: 'receipt', quantity: 1 }, { quantity: 0, itemQuantity: LARGEST })).toThrow(
      refusal('quantity_out_of_range'),
    );
  });
});

describe('taking back', () => {
  const reverse = (account: Parameters<typeof anAccount>[0], operation = anOperation()) => {
    const from = anAccount(account);
    return applyReversal(openBook([from]), operation, { from, to: undefined });
  };

  it('moves the same the other way', () => {
    expect(reverse({ quantity: 10_000 })).toMatchObject({ delta: -10_000, balanceAfter: 0 });
  });

  it('is possible for archived items', () => {
    expect(reverse({ quantity: 10_000, itemArchived: true })).toMatchObject({ balanceAfter: 0 });
  });

  it('is refused when the stock is gone', () => {
    expect(() => reverse({ quantity: 9_999 })).toThrow(refusal('insufficient_stock'));
  });

  it('of a count that changed nothing changes nothing', () => {
    expect(reverse({ quantity: 5 }, anOperation({ type: 'count', delta: 0 })).delta).toBe(0);
  });
});

describe('a line', () => {
  it.each<[string, Partial<OperationRequest>, string, string]>([
    ['a receipt of nothing', { type: 'receipt', quantity: 0 }, 'out_of_range', 'quantity'],
    ['an issue of nothing', { quantity: 0 }, 'out_of_range', 'quantity'],
    ['an adjustment by nothing', { type: 'adjustment', quantity: 0, reason: 'found' }, 'out_of_range', 'quantity'],
    ['a negative receipt', { type: 'receipt', quantity: -1 }, 'out_of_range', 'quantity'],
    ['a negative issue', { quantity: -1 }, 'out_of_range', 'quantity'],
    ['a negative transfer', { type: 'transfer', quantity: -1, toLocation: { id: 2 } }, 'out_of_range', 'quantity'],
    ['a negative count', { type: 'count', quantity: -1 }, 'out_of_range', 'quantity'],
    ['more than eleven digits', { type: 'receipt', quantity: LARGEST + 1 }, 'quantity_out_of_range', 'quantity'],
    ['an adjustment without a reason', { type: 'adjustment' }, 'required', 'reason'],
    ['a transfer to nowhere', { type: 'transfer' }, 'required', 'toLocation'],
    ['an issue to somewhere', { toLocation: { id: 2 } }, 'not_allowed', 'toLocation'],
    ['an issue that expects a quantity', { expectedQuantity: 5 }, 'not_allowed', 'expectedQuantity'],
    ['an issue with a cost', { unitCost: 5 }, 'not_allowed', 'unitCost'],
    [
      'an adjustment downwards with a cost',
      { type: 'adjustment', quantity: -1, reason: 'lost', unitCost: 5 },
      'not_allowed',
      'unitCost',
    ],
    ['a unique reference without one', { uniqueReference: true }, 'required', 'reference'],
  ])('is not well formed: %s', (_, fields, code, field) => {
    expect(() => demandWellFormed(request(fields))).toThrow(wrongField(code, field));
  });

  it.each<[string, Partial<OperationRequest>]>([
    ['a count of nothing', { type: 'count', quantity: 0, expectedQuantity: 5 }],
    ['an adjustment downwards', { type: 'adjustment', quantity: -1, reason: 'lost' }],
    ['an adjustment upwards with a cost', { type: 'adjustment', quantity: 1, reason: 'found', unitCost: 0 }],
    ['an issue without a cost', { unitCost: null }],
    [
      'a receipt with a unique reference',
      { type: 'receipt', uniqueReference: true, reference: { type: 'order', id: '1', line: null } },
    ],
  ])('is well formed: %s', (_, fields) => {
    expect(() => demandWellFormed(request(fields))).not.toThrow();
  });
});
