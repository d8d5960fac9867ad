import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxChoicesOf } from '../../packages/desk/src/shop/order/taxing.ts';
import { chargesOfDraft, type OrderDraft, sumsOfDraft } from '../../packages/desk/src/shop/order-draft.ts';

const rules = { decimals: 2, includesTax: false, roundsAtSubtotal: false };
const rateOf = (id: number, percent: string, more: object = {}) => ({
  ...{ id, name: 'VAT', percent, country: 'AT', state: '', priority: 1, compound: false, shipping: true },
  ...more,
});
const [vat] = taxChoicesOf([rateOf(3, '20')]);
const [, reduced] = taxChoicesOf([rateOf(3, '20'), rateOf(4, '8.125')]);
const lineOf = (quantity: string, price: string, taxes = undefined as typeof vat) => ({
  ...{ product: 10, variation: undefined, name: 'Mug', quantity, price, taxes },
});
const draftOf = (lines: readonly (readonly [string, string])[], shipping = '', tax = ''): OrderDraft => ({
  ...{ lines: lines.map(([quantity, price]) => lineOf(quantity, price)), shipping, shippingTaxes: undefined, tax },
});

describe('the sums of a typed order', () => {
  it('are those of its lines and charges', () => {
    const draft = draftOf(
      [
        ['3', '0.10'],
        ['2', '12,5'],
      ],
      '4,90',
      '1.01',
    );
    const sums = sumsOfDraft(draft, rules);
    expect(sums).toMatchObject({
      lines: [{ total: '0.30' }, { total: '25.00' }],
      shipping: { total: '4.90' },
      tax: '1.01',
      total: '31.21',
    });
    expect(sums && chargesOfDraft(draft, sums, { shippingTitle: 'Shipping' }).lines[1]).toMatchObject({
      quantity: 2,
      subtotal: '25.00',
      total: '25.00',
    });
  });

  it('are exact to the smallest unit', () => {
    const line = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999_999 }));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const sums = sumsOfDraft(draftOf(lines.map(([n, cents]) => [String(n), (cents / 100).toFixed(2)])), rules);
        expect(Math.round(Number(sums?.total) * 100)).toBe(lines.reduce((sum, [n, cents]) => sum + n * cents, 0));
      }),
    );
  });

  it.each([
    ['no line', draftOf([])],
    ['a quantity of none', draftOf([['0', '1']])],
    ['half a quantity', draftOf([['1.5', '1']])],
    ['a negative price', draftOf([['1', '-1']])],
    ['a price that is no number', draftOf([['1', '1e3']])],
    ['an empty price', draftOf([['1', '']])],
    ['a tax that is no number', draftOf([['1', '1']], '', 'x')],
  ])('are unknown with %s', (_, draft) => {
    expect(sumsOfDraft(draft, rules)).toBeUndefined();
  });

  it('have the tax of each rate, on goods and on shipping', () => {
    const draft = {
      ...{ lines: [lineOf('2', '10', vat), lineOf('1', '5', reduced)], shipping: '4', shippingTaxes: vat, tax: '' },
    };
    const sums = sumsOfDraft(draft, rules);
    expect(sums).toMatchObject({
      lines: [
        { total: '20.00', taxes: { 3: '4.00' } },
        { total: '5.00', taxes: { 4: '0.41' } },
      ],
      shipping: { total: '4.00', taxes: { 3: '0.80' } },
      tax: '5.21',
      shippingTax: '0.80',
      total: '34.21',
    });
    expect(sums && chargesOfDraft(draft, sums, { shippingTitle: 'Shipping' })).toMatchObject({
      shipping_lines: [{ title: 'Shipping', total: '4.00', taxes: { 3: '0.80' } }],
      tax_lines: [
        { rate_id: 3, rate_code: 'AT-VAT-1', percent: '20', tax_total: '4.00', shipping_tax_total: '0.80' },
        { rate_id: 4, percent: '8.125', tax_total: '0.41', shipping_tax_total: '0.00' },
      ],
      total_tax: '5.21',
      shipping_tax: '0.80',
      total: '34.21',
    });
  });

  it('round tax once for an order where the shop is set so', () => {
    const draft = { ...draftOf([]), lines: [lineOf('1', '0.62', reduced), lineOf('1', '0.62', reduced)] };
    expect(sumsOfDraft(draft, rules)).toMatchObject({ tax: '0.10', lines: [{ taxes: { 4: '0.05' } }, {}] });
    const once = sumsOfDraft(draft, { ...rules, roundsAtSubtotal: true });
    expect(once).toMatchObject({ tax: '0.10', lines: [{ taxes: { 4: '0.050375' } }, {}] });
    const three = { ...draft, lines: [...draft.lines, lineOf('1', '0.62', reduced)] };
    expect(sumsOfDraft(three, rules)?.tax).toBe('0.15');
    const six = { ...draft, lines: Array.from({ length: 20 }, () => lineOf('1', '0.62', reduced)) };
    expect(sumsOfDraft(six, rules)?.tax).toBe('1.00');
    expect(sumsOfDraft(six, { ...rules, roundsAtSubtotal: true })?.tax).toBe('1.01');
  });

  it('charge compound rates on the taxes before them', () => {
    const quebec = { country: 'CA', state: 'QC' };
    const [both, ...single] = taxChoicesOf([
      rateOf(8, '9.975', { ...quebec, name: 'QST', priority: 2, compound: true }),
      rateOf(7, '5', { ...quebec, name: 'GST' }),
    ]);
    expect([both?.id, ...single.map(({ id }) => id)]).toEqual(['7+8', '8', '7']);
    const draft = { ...draftOf([]), lines: [lineOf('1', '100', both)] };
    expect(sumsOfDraft(draft, rules)).toMatchObject({ tax: '15.47', lines: [{ taxes: { 7: '5.00', 8: '10.47' } }] });
  });

  it('keep a price with its tax as it was typed', () => {
    const cents = fc.integer({ min: 0, max: 9_999_999 });
    const percent = fc.integer({ min: 0, max: 40_000 });
    fc.assert(
      fc.property(cents, percent, fc.boolean(), (price, thousandths, isCompound) => {
        const choices = taxChoicesOf([
          rateOf(1, String(thousandths / 1_000)),
          rateOf(2, '3', { priority: 2, compound: isCompound }),
        ]);
        const draft = { ...draftOf([]), lines: [lineOf('1', (price / 100).toFixed(2), choices[0])] };
        const sums = sumsOfDraft(draft, { ...rules, includesTax: true });
        expect(sums?.total).toBe((price / 100).toFixed(2));
        const net = Number(sums?.lines[0]?.total);
        const first = Number(sums?.lines[0]?.taxes[1]);
        expect(Math.abs(first - (net * thousandths) / 100_000)).toBeLessThan(0.02);
      }),
    );
  });
});
