import type { TaxRate } from '../../data/shop-records.ts';
import { divided, millionthsOf, roundedTo, sumOf } from './amounts.ts';

/** 100 percent, in millionths. */
const WHOLE = 100_000_000n;
/** Further digits of a net amount that is taken out of a gross one. */
const MORE = 10n ** 12n;

/** How the shop charges tax. */
export interface TaxRules {
  readonly decimals: number;
  /** Prices are typed with their tax. */
  readonly includesTax: boolean;
  /** Taxes are rounded once for an order, not line by line; not where prices include them. */
  readonly roundsAtSubtotal: boolean;
}

/** Rates that apply together to a charge, compound ones last. */
export interface TaxChoice {
  /** Ids of its rates: `7+8`. */
  readonly id: string;
  readonly rates: readonly TaxRate[];
}

/** A charge of an order, in millionths: its net amount, and the tax of each rate. */
export interface Charged {
  readonly net: bigint;
  readonly taxes: ReadonlyMap<number, bigint>;
}

const percentOf = ({ percent }: TaxRate): bigint => millionthsOf(percent);

/** The tax of each rate on a net amount that has `scale` times as many digits; compound rates count the taxes before them. */
function taxesOn(net: bigint, rates: readonly TaxRate[], { scale, round }: Rounding): ReadonlyMap<number, bigint> {
  const taxes = new Map<number, bigint>();
  let before = 0n;
  for (const rate of rates) {
    const base = rate.compound === true ? net + before * scale : net;
    const tax = round(divided(base * percentOf(rate), WHOLE * scale));
    taxes.set(rate.id, tax);
    before += tax;
  }
  return taxes;
}

interface Rounding {
  readonly scale: bigint;
  readonly round: (millionths: bigint) => bigint;
}

/** A net amount of more digits, out of one with tax. */
function netOf(gross: bigint, rates: readonly TaxRate[]): bigint {
  const simple = rates.filter(({ compound }) => compound !== true).reduce((sum, rate) => sum + percentOf(rate), WHOLE);
  return rates
    .filter(({ compound }) => compound === true)
    .reduce((net, rate) => divided(net * WHOLE, WHOLE + percentOf(rate)), divided(gross * MORE * WHOLE, simple));
}

/** Net amount and taxes of a typed amount. */
export function charge(typed: bigint, { rates = [] }: Partial<TaxChoice>, rules: TaxRules): Charged {
  const { decimals, includesTax, roundsAtSubtotal } = rules;
  const round = (millionths: bigint) => roundedTo(decimals, millionths);
  const amount = round(typed);
  if (!includesTax)
    return {
      net: amount,
      taxes: taxesOn(amount, rates, { scale: 1n, round: roundsAtSubtotal ? (tax) => tax : round }),
    };
  const taxes = taxesOn(netOf(amount, rates), rates, { scale: MORE, round });
  return { net: amount - sumOf(taxes.values()), taxes };
}

const placeOf = ({ country, state }: TaxRate): string => `${country ?? ''} ${state ?? ''}`;
const priorityOf = ({ priority }: TaxRate): number => priority ?? 1;
const lastCompound = (rates: readonly TaxRate[]) =>
  rates.toSorted(
    (a, b) => Number(a.compound === true) - Number(b.compound === true) || priorityOf(a) - priorityOf(b) || a.id - b.id,
  );

/** What can be charged: each rate, and the first rates of each priority of a place together where it has several priorities. */
export function taxChoicesOf(rates: readonly TaxRate[]): readonly TaxChoice[] {
  const together = [...Map.groupBy(rates, placeOf).values()].flatMap((ofPlace) => {
    const first = new Map(ofPlace.toReversed().map((rate) => [priorityOf(rate), rate]));
    return first.size > 1 ? [lastCompound([...first.values()])] : [];
  });
  return [...together, ...rates.map((rate) => [rate])].map((each) => ({
    id: each.map(({ id }) => id).join('+'),
    rates: each,
  }));
}

/** The first choice for a place; one for a whole country fits all of its states. */
export const choiceFor = (
  choices: readonly TaxChoice[],
  { country, state }: { readonly country?: string | null; readonly state?: string | null },
): TaxChoice | undefined =>
  (country ?? '') === ''
    ? undefined
    : choices.find(({ rates }) =>
        rates.every((rate) => rate.country === country && ((rate.state ?? '') === '' || rate.state === state)),
      );

/** The code of a rate on an order: `US-CA-STATE TAX-1`. */
const rateCodeOf = (rate: TaxRate): string =>
  [rate.country ?? '', rate.state ?? '', (rate.name ?? '').toUpperCase(), String(priorityOf(rate))]
    .filter((part) => part !== '')
    .join('-');

/** What a tax line of an order records of its rate. */
export const membersOfRate = (rate: TaxRate) => ({
  rate_id: rate.id,
  rate_code: rateCodeOf(rate),
  label: rate.name ?? '',
  percent: rate.percent,
  compound: rate.compound === true,
});
