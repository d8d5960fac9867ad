import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../architecture/rules/sources.ts';
import { type OracleRow, oracleOf } from '../../support/facts-by-words.ts';
import { factsOfFile } from '../../support/facts-of-file.ts';

const text = readFileSync(join(root, 'test/support/fixtures/shop-small.ndjson'), 'utf8');
const oracle = oracleOf(text);
const facts = factsOfFile(text);

/** Shares of shipping are cut to ten-thousandths, so that they add up; the others are exact. */
const shared = new Set(['shipping_amount', 'shipping_tax_amount', 'product_gross_revenue']);
const exactly = (row: OracleRow) => Object.fromEntries(Object.entries(row).filter(([name]) => !shared.has(name)));

describe('the facts of the small shop', () => {
  it('are of the orders and refunds that the rules name', () => {
    expect([...facts.orders.keys()].toSorted()).toEqual([...oracle.orders.keys()].toSorted());
    expect([...facts.lines.keys()].toSorted()).toEqual([...oracle.lines.keys()].toSorted());
    expect([...facts.coupons.keys()].toSorted()).toEqual([...oracle.coupons.keys()].toSorted());
    expect([...facts.taxes.keys()].toSorted()).toEqual([...oracle.taxes.keys()].toSorted());
  });

  it.each([...oracle.orders])('are right for order or refund %i', (id, row) => {
    expect(facts.orders.get(id)).toEqual(row);
  });

  it.each([...oracle.lines])('are right for line %s', (key, row) => {
    const fact = facts.lines.get(key) ?? {};
    expect(exactly(fact)).toEqual(exactly(row));
    for (const name of shared) expect(Math.abs(Number(fact[name]) - Number(row[name]))).toBeLessThan(3);
  });

  it.each([...oracle.coupons])('are right for coupon %s', (key, row) => {
    expect(facts.coupons.get(key)).toEqual(row);
  });

  it.each([...oracle.taxes])('are right for tax line %s', (key, row) => {
    expect(facts.taxes.get(key)).toEqual(row);
  });

  it('have the taxes that the specification names as a check', () => {
    const inQuarter = [...facts.orders.values()].filter(
      ({ date_paid: paid, status }) =>
        typeof paid === 'string' && paid >= '2025-01-01' && paid < '2025-04-01' && !excluded.has(String(status)),
    );
    const ids = new Set(inQuarter.map(({ order_id }) => order_id));
    const taxes = [...facts.taxes.values()].filter(({ order_id }) => ids.has(order_id));
    const sum = (name: string) => taxes.reduce((total, row) => total + Number(row[name]), 0);
    expect([sum('order_tax'), sum('shipping_tax')]).toEqual([760_300, 157_600]);
    const parents = inQuarter.filter(({ parent_id }) => parent_id === 0).map(({ order_id }) => order_id);
    expect(parents.filter((id) => taxes.some(({ order_id }) => order_id === id))).toHaveLength(20);
  });
});

const excluded = new Set(['pending', 'failed', 'cancelled', 'trash', 'checkout-draft']);
