import type { Coupon, OrderLine, Taxes, TaxRate } from '../commerce/index.ts';
import { type Chance, chanceOf, Weights } from './chance.ts';
import { discountsOf } from './coupons.ts';
import { productIdOf, type SamplePlan, variationIdOf } from './plan.ts';
import { CENT, isDigital, isReduced, isSizedByBuyer, isVariable, offerOf, termOf, VARIATIONS } from './products.ts';
import { chargeTaxes, type Place, ratesOf } from './taxes.ts';
import { attributeAt } from './taxonomy.ts';

/** What each number of lines on an order weighs, from one on: 2.6 of them is the mean. */
const lineCounts = new Weights([28, 27, 20, 13, 8, 4]);
const SIZE = 1;

/** What the buyers of a sample reach for: few things often, most of them hardly ever. */
export interface Taste {
  pick(chance: Chance): number;
  pickDigital(chance: Chance): number;
}

/** Decides which products of a sample sell best. */
export function createTaste({ seed, products }: SamplePlan): Taste {
  const ranks = Array.from({ length: products }, (_, product) => product);
  const chance = chanceOf(seed, 'popularity', 0);
  for (let rank = products - 1; rank > 0; rank -= 1) {
    const other = chance.below(rank + 1);
    [ranks[rank], ranks[other]] = [ranks[other] ?? 0, ranks[rank] ?? 0];
  }
  const digital = ranks.filter(isDigital);
  const law = (list: readonly number[]) => new Weights(list.map((_, rank) => 1 / (rank + 4)));
  const [all, few] = [law(ranks), law(digital)];
  return {
    pick: (by) => ranks[all.at(by.next()).index] ?? 0,
    pickDigital: (by) => digital[few.at(by.next()).index] ?? 0,
  };
}

/** A line before it is priced. */
interface Wanted {
  readonly product: number;
  readonly variation: number | undefined;
  readonly quantity: number;
  readonly size: string | undefined;
}

/** Everything that goes into a basket. */
export interface BasketWish {
  readonly plan: SamplePlan;
  readonly taste: Taste;
  readonly chance: Chance;
  readonly home: Place;
  /** Begins with something to download. */
  readonly isDigital: boolean;
  readonly coupon: Coupon | undefined;
}

/** A line and what is known of it beside. */
export interface BasketLine {
  readonly line: Omit<OrderLine, 'id'>;
  readonly isDigital: boolean;
  /** In cents. */
  readonly discountTax: number;
}

/** Fills a basket; its amounts are right to the cent. */
export function fillBasket({
  plan,
  taste,
  chance,
  home,
  isDigital: wantsDigital,
  coupon,
}: BasketWish): readonly BasketLine[] {
  const wanted = new Map<number, Wanted>();
  const count = lineCounts.at(chance.next()).index + 1;
  for (let place = 0; place < count; place += 1) {
    const product = wantsDigital && place === 0 ? taste.pickDigital(chance) : taste.pick(chance);
    if (!wanted.has(product)) wanted.set(product, wantOf(product, chance));
  }
  const priced = [...wanted.values()].map((want) => {
    const { name, cents } = offerOf(plan, want.product);
    return { want, name, quantity: want.quantity, cents: cents * want.quantity };
  });
  const discounts = coupon ? discountsOf(coupon, priced) : [];
  return priced.map(({ want, name, cents }, place) => {
    const discount = discounts[place] ?? 0;
    const rates = ratesOf(isReduced(want.product) ? home.reduced : home.standard);
    const taxes = chargeTaxes(cents - discount, rates);
    const line = {
      ...whatOf(plan, want, name),
      quantity: want.quantity,
      subtotal: cents * CENT,
      total: (cents - discount) * CENT,
      taxes: taxesOf(taxes),
    };
    const saved = sumOf(chargeTaxes(cents, rates)) - sumOf(taxes);
    return { line, isDigital: isDigital(want.product), discountTax: saved };
  });
}

function wantOf(product: number, chance: Chance): Wanted {
  const variation = isVariable(product) ? chance.below(VARIATIONS) : undefined;
  const sizes = attributeAt(SIZE).terms;
  const size = variation !== undefined && isSizedByBuyer(product) ? sizes[chance.below(sizes.length)]?.slug : undefined;
  const quantity = chance.happens(0.76) ? 1 : chance.happens(0.7) ? 2 : chance.between(3, 6);
  return { product, variation, size, quantity: isDigital(product) ? 1 : quantity };
}

function whatOf(
  plan: SamplePlan,
  { product, variation, size }: Wanted,
  name: string,
): Pick<OrderLine, 'productId' | 'variationId' | 'name' | 'attributes'> {
  if (variation === undefined) return { productId: productIdOf(product), variationId: 0, name, attributes: {} };
  const term = termOf(product, variation);
  return {
    productId: productIdOf(product),
    variationId: variationIdOf(plan, product, variation),
    name: `${name} - ${term.name}`,
    attributes: size === undefined ? { pa_size: term.slug } : { pa_color: term.slug, pa_size: size },
  };
}

const sumOf = (taxes: ReadonlyMap<number, number>): number => [...taxes.values()].reduce((sum, tax) => sum + tax, 0);

/** Taxes in cents as they stand on a line. */
export const taxesOf = (cents: ReadonlyMap<number, number>): Taxes =>
  Object.fromEntries([...cents].map(([rate, tax]) => [String(rate), tax * CENT]));

/** The taxes of these rates on what is no product: shipping takes only those that say so. */
export const chargeTaxesOn = (cents: number, rates: readonly TaxRate[]): Taxes => taxesOf(chargeTaxes(cents, rates));
