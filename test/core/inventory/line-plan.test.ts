import { UNIT } from '@backroom/core';
import type { LineStock, OrderChange, OrderStatus } from '@backroom/core/commerce';
import type { Operation } from '@backroom/core/inventory';
import { anOrder, aRefund } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { anOperation } from '../../support/builders.ts';
import { planOrder, reconcile } from '../internals.ts';

const line = (id: number, quantity = 2, productId = 10, variationId = 0) => ({
  ...{ id, productId, variationId, name: 'Mug', quantity, subtotal: 0, total: 0, taxes: {}, attributes: {} },
});
const order = (status: OrderStatus, lines = [line(1)]) => anOrder(1, { status, lines });
const stored = (status: OrderStatus, stock: readonly LineStock[] = [], changes: object = {}) => ({
  ...{ order: order(status), refunds: [], stock, statusBeforeTrash: null, version: 1 },
  ...changes,
});
const issued: LineStock = { lineId: 1, state: 'issued', round: 1 };
const reserved: LineStock = { lineId: 1, state: 'reserved', round: 0 };
const stepsOf = (change: Partial<OrderChange>) => {
  const plan = planOrder({ before: undefined, order: undefined, refunds: change.before?.refunds ?? [], ...change });
  const [first] = plan.lines;
  return [
    ...(first?.isUndone ? ['undo'] : []),
    ...(first?.isReleased ? ['release'] : []),
    ...(first?.action ? [first.action] : []),
  ];
};
const refund = (quantity: number, changes: object = {}) =>
  aRefund(5, 1, { restock: true, lines: [{ ...line(9, -quantity), refundedLineId: 1 }], ...changes });

describe('a new order', () => {
  it.each<[OrderStatus, string[]]>([
    ['checkout-draft', ['reserve']],
    ['pending', ['reserve']],
    ['on-hold', ['issue']],
    ['processing', ['issue']],
    ['completed', ['issue']],
    ['cancelled', []],
    ['failed', []],
    ['trash', []],
    ['refunded', []],
  ])('that is %s does %j', (status, steps) => {
    expect(stepsOf({ order: order(status) })).toEqual(steps);
  });

  it('issues nothing where it tries the shop out, or sells nothing', () => {
    expect(stepsOf({ order: anOrder(1, { status: 'processing', test: true, lines: [line(1)] }) })).toEqual([]);
    expect(stepsOf({ order: order('processing', [line(1, 0)]) })).toEqual([]);
  });
});

describe('an order that changes', () => {
  it.each<[OrderStatus, LineStock[], OrderStatus | undefined, string[]]>([
    ['processing', [issued], 'completed', []],
    ['processing', [issued], 'refunded', []],
    ['completed', [issued], 'cancelled', ['undo']],
    ['completed', [issued], 'pending', ['undo', 'reserve']],
    ['completed', [issued], 'trash', ['undo']],
    ['completed', [issued], undefined, ['undo']],
    ['pending', [reserved], 'processing', ['release', 'issue']],
    ['pending', [reserved], 'failed', ['release']],
    ['pending', [reserved], 'refunded', ['release']],
    ['pending', [reserved], undefined, ['release']],
    ['pending', [reserved], 'pending', []],
    ['checkout-draft', [reserved], 'pending', ['release', 'reserve']],
    ['cancelled', [{ ...issued, state: 'none' }], 'processing', ['issue']],
    ['processing', [], 'completed', []],
    ['refunded', [], 'completed', []],
    ['trash', [], 'completed', []],
    ['trash', [{ ...issued, state: 'none' }], 'completed', ['issue']],
  ])('from %s with %j to %s does %j', (from, stock, to, steps) => {
    expect(stepsOf({ before: stored(from, stock), order: to && order(to) })).toEqual(steps);
  });

  it('is issued again where a line sells something else, and not where only its price differs', () => {
    const before = stored('processing', [issued]);
    expect(stepsOf({ before, order: order('processing', [line(1, 3)]) })).toEqual(['undo', 'issue']);
    expect(stepsOf({ before, order: order('processing', [line(1, 2, 11)]) })).toEqual(['undo', 'issue']);
    expect(stepsOf({ before, order: order('processing', [{ ...line(1), total: 5 }]) })).toEqual([]);
  });

  it('keeps the number of issues of a deleted line', () => {
    const plan = planOrder({ before: stored('processing', [issued]), order: order('processing', []), refunds: [] });
    expect(plan.lines).toMatchObject([{ lineId: 1, isUndone: true, action: undefined }]);
  });

  it('issues what refunds have not restocked', () => {
    const none: LineStock = { ...issued, state: 'none' };
    const before = stored('cancelled', [none], { refunds: [refund(1)] });
    const plan = planOrder({ before, order: order('processing'), refunds: before.refunds });
    expect(plan.lines).toMatchObject([{ action: 'issue', pieces: 1 }]);
  });
});

describe('a refund', () => {
  const issue = anOperation({
    ...{ type: 'issue', quantity: 2 * UNIT, source: 'shop_order', reversedById: null },
    reference: { type: 'order', id: '1', line: '1' },
  });
  const restocks = (change: Partial<OrderChange>, operations: readonly Operation[] = [issue]) =>
    reconcile(planOrder({ before: undefined, order: undefined, refunds: [], ...change }), operations).restocks.map(
      ({ reference, lineId, pieces }) => [reference.line, lineId, pieces],
    );
  const sold = { ...issued, itemId: 1, unitsPerSale: 1 };
  const before = stored('completed', [sold]);

  it('restocks its lines on request', () => {
    const change = { before, order: order('completed') };
    expect(restocks({ ...change, refunds: [refund(1)] })).toEqual([['9', 1, 1]]);
    expect(restocks({ ...change, refunds: [refund(1, { restock: false })] })).toEqual([]);
  });

  it('of all that is left restocks what no other has', () => {
    const earlier = stored('completed', [sold], { refunds: [refund(1, { id: 4, restock: false })] });
    const rest = aRefund(5, 1, { restock: true, kind: 'full', lines: [] });
    expect(restocks({ before: earlier, order: order('refunded'), refunds: [...earlier.refunds, rest] })).toEqual([
      ['1', 1, 1],
    ]);
  });

  it('of money alone restocks nothing', () => {
    const money = aRefund(5, 1, { restock: true, kind: 'partial', lines: [] });
    expect(restocks({ before, order: order('completed'), refunds: [money] })).toEqual([]);
  });

  it('restocks nothing that never left, or that is taken back as a whole', () => {
    const waiting = stored('pending', [reserved]);
    expect(restocks({ before: waiting, order: order('pending'), refunds: [refund(1)] })).toEqual([]);
    expect(restocks({ before, order: order('cancelled'), refunds: [refund(1)] })).toEqual([]);
    const kept = stored('refunded', [{ lineId: 1, state: 'none', round: 0, goods: 'stayed' }]);
    expect(restocks({ before: kept, order: order('refunded'), refunds: [refund(1)] })).toEqual([]);
  });

  it('restocks nothing that was taken back by hand', () => {
    const byHand = { ...issue, reversedById: 8 };
    expect(restocks({ before, order: order('completed'), refunds: [refund(1)] }, [byHand])).toEqual([]);
  });

  it('restocks what had left before the order was known here', () => {
    expect(restocks({ before: stored('completed'), order: order('completed'), refunds: [refund(1)] })).toEqual([
      ['9', 1, 1],
    ]);
  });

  it('restocks the only line that sells the same where it names none', () => {
    const nameless = refund(1, { lines: [{ ...line(9, -1), refundedLineId: null }] });
    expect(restocks({ before, order: order('completed'), refunds: [nameless] })).toEqual([['9', 1, 1]]);
    const two = anOrder(1, { status: 'completed', lines: [line(1), line(2)] });
    expect(restocks({ before: { ...before, order: two }, order: two, refunds: [nameless] })).toEqual([
      ['9', undefined, 1],
    ]);
  });

  it('that was changed since is restocked under a new name', () => {
    const receipt = {
      ...issue,
      ...{ id: 2, type: 'receipt' as const, quantity: UNIT, reference: { type: 'refund', id: '5', line: '9' } },
    };
    const changed = stored('completed', [sold], { refunds: [refund(1)] });
    expect(restocks({ before: changed, order: order('completed'), refunds: [refund(2)] }, [issue, receipt])).toEqual([
      ['9#2', 1, 2],
    ]);
  });
});
