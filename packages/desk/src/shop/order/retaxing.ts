import type { Order, OrderLine, TaxRate } from '../../data/shop-records.ts';
import { millionthsOf, shareOf, signedText, sizeOf } from './amounts.ts';
import { charge, type TaxRules } from './taxing.ts';

/** Taxes of a line by the ids of their rates; null: not applied. */
export type AppliedTaxes = OrderLine['taxes'];

/** The rates of an order as it was charged, and those that are chosen for new lines. */
export function ratesOfOrder({ tax_lines: lines }: Order, chosen: readonly TaxRate[]): ReadonlyMap<number, TaxRate> {
  const charged = (lines ?? [])
    .filter((line) => line.rate_id !== 0)
    .map(({ rate_id: id, label: name, percent, compound, country, state, priority }): TaxRate => {
      return { id, name, percent, compound, country, state, priority, shipping: null };
    });
  return new Map([...chosen, ...charged].map((rate) => [rate.id, rate]));
}

interface Retaxing extends TaxRules {
  readonly rates: ReadonlyMap<number, TaxRate>;
}

/**
 * Taxes of a line whose net amount changes: by the rates where they explain the taxes before, else in proportion. A rate that was
 * not applied stays so.
 */
export function retaxed(
  taxes: AppliedTaxes,
  [before, after]: readonly [bigint, bigint],
  { rates, ...rules }: Retaxing,
): AppliedTaxes {
  const applied = Object.entries(taxes ?? {}).flatMap(([id, tax]) => (tax === null ? [] : [[id, tax] as const]));
  const known = applied.flatMap(([id]) => rates.get(Number(id)) ?? []);
  const lastCompound = known.toSorted((a, b) => Number(a.compound === true) - Number(b.compound === true));
  const by = (net: bigint) => charge(sizeOf(net), { rates: lastCompound }, { ...rules, includesTax: false }).taxes;
  const was = by(before);
  const is = by(after);
  const unit = 10n ** BigInt(Math.max(0, 6 - rules.decimals));
  const changed = applied.map(([id, tax]) => {
    const old = millionthsOf(tax);
    const expected = was.get(Number(id));
    const isExplained = expected !== undefined && sizeOf(sizeOf(old) - expected) <= unit;
    const size = is.get(Number(id)) ?? 0n;
    const next = isExplained ? (after < 0n ? -size : size) : shareOf(old, [after, before], rules.decimals);
    return [id, signedText(next, rules.decimals)] as const;
  });
  return taxes === null ? null : { ...taxes, ...Object.fromEntries(changed) };
}
