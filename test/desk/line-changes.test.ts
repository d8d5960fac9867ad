import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../packages/desk/src/data/shop-records.ts';
import {
  type LineEdit,
  type LinesDraft,
  orderChanges,
  unchanged,
} from '../../packages/desk/src/shop/order/line-changes.ts';
import { taxChoicesOf } from '../../packages/desk/src/shop/order/taxing.ts';

const rules = { decimals: 2, includesTax: false, roundsAtSubtotal: false, firstId: 20 };

const lineOf = (id: number, more: object = {}) => ({
  ...{ id, product_id: 7, variation_id: null, name: `Line ${id}`, quantity: 2, subtotal: '40.00', total: '40.00' },
  ...{ taxes: { 1: '8.00', 2: null }, attributes: { colour: 'red' } },
  ...more,
});

/** Two lines of 40 and 20, shipping of 5, a fifth of tax on all; 3 of the total is in no line. */
const orderOf = (more: object = {}) =>
  ({
    ...{ id: 5, total: '81.00', total_tax: '13.00', shipping_total: '5.00', shipping_tax: '1.00', discount_total: '0' },
    lines: [lineOf(1), lineOf(2, { quantity: 1, subtotal: '20.00', total: '20.00', taxes: { 1: '4.00' } })],
    shipping_lines: [{ id: 3, title: 'Post', total: '5.00', taxes: { 1: '1.00' } }],
    ...{ fee_lines: null, coupon_lines: null },
    tax_lines: [
      {
        ...{ id: 4, rate_id: 1, rate_code: 'AT-VAT-1', label: 'VAT', percent: '20', compound: false },
        ...{ country: 'AT', state: '', priority: 1, tax_total: '12.00', shipping_tax_total: '1.00' },
      },
    ],
    ...more,
  }) as unknown as Order;

const editing = (list: keyof LinesDraft['edits'], edits: Readonly<Record<number, LineEdit>>): LinesDraft => ({
  ...unchanged,
  edits: {
    ...unchanged.edits,
    [list]: new Map(Object.entries(edits).map(([id, edit]) => [Number(id), edit])),
  },
});
const changesOf = (draft: LinesDraft, order = orderOf(), more = {}) =>
  orderChanges(order, draft, { ...rules, ...more });

describe('the members of an order that a change of its lines sends', () => {
  it('are none where nothing was typed, or the same', () => {
    expect(changesOf(unchanged)).toEqual({});
    expect(changesOf(editing('lines', { 1: { quantity: '2', amount: '40' } }))).toEqual({});
  });

  it('are the list and the sums that follow a quantity', () => {
    expect(changesOf(editing('lines', { 1: { quantity: '3' } }))).toEqual({
      lines: [
        lineOf(1, { quantity: 3, subtotal: '60.00', total: '60.00', taxes: { 1: '12.00', 2: null } }),
        orderOf().lines[1],
      ],
      tax_lines: [{ ...orderOf().tax_lines?.[0], tax_total: '16.00' }],
      ...{ total: '105.00', total_tax: '17.00' },
    });
  });

  it('keep a discount, which follows the quantity, and its coupon', () => {
    const order = orderOf({
      lines: [lineOf(1, { total: '36.00', taxes: { 1: '7.20' } })],
      coupon_lines: [{ id: 9, code: 'ten', coupon_id: 1, discount: '4.00', discount_tax: '0.80' }],
      discount_total: '4.00',
    });
    expect(changesOf(editing('lines', { 1: { quantity: '1' } }), order)).toMatchObject({
      lines: [{ subtotal: '20.00', total: '18.00', taxes: { 1: '3.60' } }],
      coupon_lines: [{ code: 'ten', coupon_id: 1, discount: '2.00', discount_tax: '0.40' }],
      discount_total: '2.00',
    });
    expect(changesOf(editing('lines', { 1: { amount: '30' } }), order)).toMatchObject({
      lines: [{ subtotal: '34.00', total: '30.00' }],
    });
    // Without its coupon a line costs what it cost before.
    expect(changesOf(editing('coupon_lines', { 9: { isRemoved: true } }), order)).toMatchObject({
      lines: [{ subtotal: '40.00', total: '40.00', taxes: { 1: '8.00' } }],
      coupon_lines: [],
      ...{ discount_total: '0.00', total: '85.80', total_tax: '13.80' },
    });
  });

  it('spread a new coupon over the lines, to the cent', () => {
    const added = { list: 'coupon_lines', name: 'ten', amount: '10', taxes: undefined } as const;
    expect(changesOf({ ...unchanged, charges: [added] })).toMatchObject({
      lines: [
        { subtotal: '40.00', total: '33.33', taxes: { 1: '6.67', 2: null } },
        { subtotal: '20.00', total: '16.67', taxes: { 1: '3.33' } },
      ],
      coupon_lines: [{ id: 20, code: 'ten', coupon_id: null, discount: '10.00' }],
      ...{ discount_total: '10.00', total: '69.00', total_tax: '11.00' },
    });
    expect(changesOf({ ...unchanged, charges: [{ ...added, amount: '60.01' }] })).toBeUndefined();
    expect(changesOf({ ...unchanged, charges: [{ ...added, name: ' ' }] })).toBeUndefined();
  });

  it('have new ids for new lines, and a tax line for new rates', () => {
    const rate = { id: 8, name: 'GST', percent: '5', country: 'CA', state: '', priority: 1, compound: false };
    const [gst] = taxChoicesOf([{ ...rate, shipping: true }]);
    const goods = [{ product: 7, variation: 70, name: 'Mug', quantity: '2', price: '1,50', taxes: gst }];
    const fee = { list: 'fee_lines', name: 'Wrap', amount: '-2', taxes: gst } as const;
    const post = { list: 'shipping_lines', name: 'Express', amount: '4', taxes: undefined } as const;
    const draft = { ...editing('lines', { 2: { isRemoved: true } }), goods, charges: [fee, post] };
    expect(changesOf(draft)).toMatchObject({
      lines: [lineOf(1), { id: 20, variation_id: 70, quantity: 2, total: '3.00', taxes: { 8: '0.15' } }],
      fee_lines: [{ id: 21, title: 'Wrap', total: '-2.00', taxes: { 8: '-0.10' } }],
      shipping_lines: [orderOf().shipping_lines?.[0], { id: 22, title: 'Express', total: '4.00' }],
      tax_lines: [
        { rate_id: 1, tax_total: '8.00', shipping_tax_total: '1.00' },
        { id: 23, rate_id: 8, rate_code: 'CA-GST-1', tax_total: '0.05' },
      ],
      ...{ shipping_total: '9.00', total: '62.05', total_tax: '9.05' },
    });
  });

  it('have taxes in proportion where the rates do not explain them', () => {
    const order = orderOf({ lines: [lineOf(1, { taxes: { 1: '4.00', 0: '1.00' } })] });
    expect(changesOf(editing('lines', { 1: { amount: '20' } }), order)).toMatchObject({
      lines: [{ taxes: { 0: '0.50', 1: '2.00' } }],
    });
  });

  it('have the tax that is typed', () => {
    expect(changesOf({ ...unchanged, tax: '14.5' })).toEqual({ total: '82.50', total_tax: '14.50' });
  });

  it.each([
    ['a quantity of none', editing('lines', { 1: { quantity: '0' } })],
    ['half a quantity', editing('lines', { 1: { quantity: '1.5' } })],
    ['a negative amount', editing('lines', { 1: { amount: '-1' } })],
    ['a charge that is no number', editing('shipping_lines', { 3: { amount: 'x' } })],
    ['an empty tax', { ...unchanged, tax: '' }],
  ])('are unknown with %s', (_, draft) => {
    expect(changesOf(draft)).toBeUndefined();
  });

  it('keep the difference between an order and its lines, whatever changes', () => {
    const cents = fc.integer({ min: 0, max: 9_999_999 });
    const edit = fc.record({
      pieces: fc.integer({ min: 1, max: 99 }),
      amount: fc.option(cents),
      isRemoved: fc.boolean(),
    });
    const sum = (order: Order) =>
      [...order.lines, ...(order.shipping_lines ?? [])].reduce(
        (all, { total, taxes }) =>
          all + Object.values(taxes ?? {}).reduce<number>((most, tax) => most + Number(tax ?? 0), Number(total)),
        0,
      );
    const inCents = (amount: number) => Math.round(amount * 100);
    const apart = (order: Order) => inCents(Number(order.total)) - inCents(sum(order));
    fc.assert(
      fc.property(edit, edit, cents, (one, two, post) => {
        const edits = [one, two].map(({ pieces, amount, isRemoved }, index): [number, LineEdit] => [
          index + 1,
          { quantity: String(pieces), isRemoved, ...(amount !== null && { amount: (amount / 100).toFixed(2) }) },
        ]);
        const shipping = new Map([[3, { amount: (post / 100).toFixed(2) }]]);
        const draft = { ...unchanged, edits: { ...unchanged.edits, lines: new Map(edits), shipping_lines: shipping } };
        const after = { ...orderOf(), ...(changesOf(draft) as object) };
        expect(apart(after)).toBe(apart(orderOf()));
      }),
    );
  });
});
