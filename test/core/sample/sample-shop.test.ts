import { planSample, type SampleOptions, type SampleRecord, sampleShop } from '@backroom/core/sample';
import { describe, expect, it } from 'vitest';

type Kind = SampleRecord['kind'];
type Of<K extends Kind> = Extract<SampleRecord, { readonly kind: K }>['record'];

const options: SampleOptions = { orders: 6_000, years: 2, seed: 7, until: '2026-01-01' };
const make = (change: Partial<SampleOptions> = {}) => [...sampleShop(planSample({ ...options, ...change }))];
const shop = make();
const of = <K extends Kind>(kind: K): readonly Of<K>[] =>
  shop.filter((each) => each.kind === kind).map(({ record }) => record as Of<K>);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
const total = (list: readonly { readonly total: number }[]): number => sum(list.map((each) => each.total));
type Taxed = { readonly taxes: Readonly<Record<string, number | null>> };
const taxOf = (list: readonly Taxed[], rate: number): number => sum(list.map(({ taxes }) => taxes[rate] ?? 0));
const orders = of('order');
const refunds = of('refund');

describe('a sample shop', () => {
  it('is the same for the same seed', () => {
    expect(make({ orders: 500 })).toEqual(make({ orders: 500 }));
  });

  it('is another for another seed', () => {
    expect(make({ orders: 50, seed: 8 })).not.toEqual(make({ orders: 50 }));
  });

  it('has the requested number of orders', () => {
    expect(orders).toHaveLength(options.orders);
    expect(make({ orders: 1 }).filter(({ kind }) => kind === 'order')).toHaveLength(1);
    expect(make({ orders: 0 }).filter(({ kind }) => kind === 'order')).toHaveLength(0);
  });

  it('begins at once, however large it is', () => {
    const large = sampleShop(planSample({ ...options, orders: 100_000_000, years: 20 }));
    expect(large.next().value).toMatchObject({ kind: 'settings' });
  });

  it('names everything once, orders and refunds in one space', () => {
    const kinds: readonly (readonly Kind[])[] = [
      ['order', 'refund'],
      ['product', 'variation'],
      ['category'],
      ['attribute'],
      ['tax_rate'],
      ['coupon'],
      ['customer'],
      ['download'],
    ];
    for (const space of kinds) {
      const ids = shop.flatMap(({ kind, record }) => (space.includes(kind) && 'id' in record ? [record.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(0);
    }
  });

  it('names categories in the plural', () => {
    const names = of('category').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Mugs', 'Socks', 'Benches', 'Blocks', 'Atlases']));
    expect(names.filter((name) => /(?:ss|chs)$/.test(name))).toEqual([]);
  });

  it('names every line once', () => {
    const ids = [...orders, ...refunds].flatMap((each) =>
      [each.lines, each.shippingLines, each.feeLines, each.taxLines, 'couponLines' in each ? each.couponLines : []]
        .flat()
        .map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('exports nothing before what it refers to', () => {
    const seen = new Set<string>();
    const missing: string[] = [];
    const need = (kind: string, id: number | null) =>
      id !== null && id !== 0 && !seen.has(`${kind} ${id}`) && missing.push(`${kind} ${id}`);
    for (const { kind, record } of shop) {
      if (kind === 'category') need('category', record.parentId);
      if (kind === 'product') for (const id of record.categoryIds) need('category', id);
      if (kind === 'variation') need('product', record.productId);
      if (kind === 'order') {
        need('customer', record.customerId);
        for (const { productId, variationId } of record.lines) {
          need('product', productId);
          need('variation', variationId);
        }
        for (const { couponId } of record.couponLines) need('coupon', couponId);
        for (const { rateId } of record.taxLines) need('tax_rate', rateId);
      }
      if (kind === 'refund' || kind === 'download') need('order', record.orderId);
      if ('id' in record) seen.add(`${kind} ${record.id}`);
    }
    expect(missing).toEqual([]);
  });
});

describe('the amounts of a sample shop', () => {
  it('add up to the cent on every order', () => {
    for (const order of orders) {
      const tax = sum(order.taxLines.flatMap(({ taxTotal, shippingTaxTotal }) => [taxTotal, shippingTaxTotal]));
      expect(order.totalTax).toBe(tax);
      expect(order.total).toBe(total(order.lines) + total(order.shippingLines) + total(order.feeLines) + tax);
      expect(order.total % 10_000).toBe(0);
      expect(order.shippingTotal).toBe(total(order.shippingLines));
      expect(order.discountTotal).toBe(sum(order.lines.map((line) => line.subtotal - line.total)));
      expect(sum(order.couponLines.map(({ discount }) => discount))).toBe(order.discountTotal);
    }
  });

  it('have tax lines that match the other lines', () => {
    for (const { lines, feeLines, shippingLines, taxLines } of [...orders, ...refunds]) {
      for (const { rateId, taxTotal, shippingTaxTotal } of taxLines) {
        expect(taxTotal).toBe(taxOf([...lines, ...feeLines], rateId));
        expect(shippingTaxTotal).toBe(taxOf(shippingLines, rateId));
      }
    }
  });

  it('never refund more than an order had, and nothing before it was paid', () => {
    const byId = new Map(orders.map((order) => [order.id, order]));
    const left = new Map(orders.map(({ id, total: all }) => [id, all]));
    for (const { orderId, amount, total: minus, createdAt } of refunds) {
      left.set(orderId, (left.get(orderId) ?? 0) - amount);
      expect(left.get(orderId)).toBeGreaterThanOrEqual(0);
      expect(amount).toBeGreaterThan(0);
      expect(minus).toBe(-amount);
      expect(createdAt.getTime()).toBeGreaterThan(byId.get(orderId)?.paidAt?.getTime() ?? Number.POSITIVE_INFINITY);
    }
  });

  it('are fully refunded for refunded orders', () => {
    for (const { id, total: all } of orders.filter(({ status }) => status === 'refunded'))
      expect(sum(refunds.filter(({ orderId }) => orderId === id).map(({ amount }) => amount))).toBe(all);
  });
});

describe('the life of a sample shop', () => {
  const share = (count: number) => count / orders.length;

  it('has orders in order of time, all within its years', () => {
    const times = orders.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(Date.UTC(2024, 0));
    const moments = orders.flatMap(({ createdAt, paidAt, completedAt }) => [createdAt, paidAt, completedAt]);
    const latest = Math.max(
      ...[...moments, ...refunds.map(({ createdAt }) => createdAt)].map((at) => at?.getTime() ?? 0),
    );
    expect(latest).toBeLessThan(Date.UTC(2026, 0));
  });

  it('sells more before the winter holidays, and more in its second year', () => {
    const inMonth = (month: string) =>
      orders.filter(({ createdAt }) => createdAt.toISOString().startsWith(month)).length;
    expect(inMonth('2024-12')).toBeGreaterThan(1.5 * inMonth('2024-02'));
    expect(inMonth('2025-05')).toBeGreaterThan(1.1 * inMonth('2024-05'));
  });

  it('has bestsellers, and returning buyers', () => {
    const counted = (keys: readonly (number | null)[]) => {
      const counts = new Map<number | null, number>();
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      return [...counts.values()].sort((a, b) => b - a);
    };
    const sold = counted(orders.flatMap(({ lines }) => lines.map(({ productId }) => productId)));
    expect(sum(sold.slice(0, sold.length / 10))).toBeGreaterThan(0.4 * sum(sold));
    const bought = counted(orders.map(({ customerId }) => customerId));
    expect(bought[0]).toBeGreaterThan(20);
    expect(bought[0]).toBeLessThan(0.03 * orders.length);
    expect(bought.filter((count) => count === 1).length).toBeGreaterThan(0.1 * bought.length);
  });

  it('refunds about one order of twenty-five, in every way', () => {
    expect(share(refunds.length)).toBeGreaterThan(0.03);
    expect(share(refunds.length)).toBeLessThan(0.06);
    expect(refunds.some(({ kind, lines }) => kind === 'full' && lines.length === 0)).toBe(true);
    const totals = new Map(orders.map(({ id, total: all }) => [id, all]));
    expect(refunds.some(({ orderId, amount, lines }) => lines.length > 0 && amount === totals.get(orderId))).toBe(true);
    expect(refunds.some(({ kind, lines }) => kind === 'partial' && lines.length > 0)).toBe(true);
    expect(refunds.some(({ lines, shippingLines }) => lines.length + shippingLines.length === 0)).toBe(true);
    expect(refunds.some(({ lines, shippingLines }) => lines.length === 0 && shippingLines.length > 0)).toBe(true);
  });

  it('uses a coupon on one order of seven, and often two taxes', () => {
    expect(share(sum(orders.map(({ couponLines }) => couponLines.length)))).toBeCloseTo(1 / 7, 1);
    expect(share(orders.filter(({ taxLines }) => taxLines.length >= 2).length)).toBeGreaterThan(0.5);
  });

  it('has orders in every status that orders end in', () => {
    const statuses = new Set(orders.map(({ status }) => status));
    for (const status of [
      'completed',
      'processing',
      'pending',
      'failed',
      'cancelled',
      'on-hold',
      'refunded',
      'trash',
    ] as const)
      expect(statuses).toContain(status);
  });
});

describe('a request for a sample', () => {
  it.each([
    [{ orders: -1 }, 'orders'],
    [{ orders: 1.5 }, 'orders'],
    [{ years: 0 }, 'years'],
    [{ seed: Number.NaN }, 'seed'],
    [{ until: 'tomorrow' }, 'until'],
    [{ until: '2026-02-31' }, 'until'],
  ])('is refused for %j', (change, field) => {
    expect(() => planSample({ ...options, ...change })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        details: { fields: [expect.objectContaining({ path: [field] })] },
      }),
    );
  });
});
