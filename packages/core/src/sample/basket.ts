import type { Coupon, OrderLine, Taxes, TaxRate } from '../commerce/index.ts';
import { discountsOf } from './coupons.ts';
import { productIdOf, type SamplePlan, variationIdOf } from './plan.ts';
import { CENT, isDigital, isReduced, isSizedByBuyer, isVariable, offerOf, termOf, VARIATIONS } from './products.ts';
import { randomOf, type SeededRandom, Weights } from './seeded-random.ts';
import { type BuyerRegion, chargeTaxes, ratesOf } from './taxes.ts';
import { attributeAt } from './taxonomy.ts';

/** Weights of the number of lines per order, from one on; the mean is 2.6. */
const lineCounts = new Weights([28, 27, 20, 13, 8, 4]);
const SIZE = 1;

/** Draws products by popularity: few sell often, most rarely. */
export interface ProductPopularity {
  pick(chance: SeededRandom): number;
  pickDigital(chance: SeededRandom): number;
}

/** Ranks the products of a sample by popularity. */
export function createPopularity({ seed, products }: SamplePlan): ProductPopularity {
  const ranks = Array.from({ length: products }, (_, product) => product);
  const chance = randomOf(seed, 'popularity', 0);
  for (let rank = products - 1; rank > 0; rank -= 1) {
    const other = chance.below(rank + 1);
    [ranks[rank], ranks[other]] = [ranks[other] ?? 0, ranks[rank] ?? 0];
  }
  const digital = ranks.filter(isDigital);
  const law = (list: readonly number[]) => new Weights(list.map((_, rank) => 1 / (rank + 4)));
  const all = law(ranks);
  const few = law(digital);
  return {
    pick: (by) => ranks[all.at(by.next()).index] ?? 0,
    pickDigital: (by) => digital[few.at(by.next()).index] ?? 0,
  };
}

interface LineDraft {
  readonly product: number;
  readonly variation: number | undefined;
  readonly quantity: number;
  readonly size: string | undefined;
}

export interface BasketOptions {
  readonly plan: SamplePlan;
  readonly popularity: ProductPopularity;
  readonly chance: SeededRandom;
  readonly home: BuyerRegion;
  /** Whether the first product is a download. */
  readonly isDigital: boolean;
  readonly coupon: Coupon | undefined;
}

/** An order line, with properties that are not stored. */
export interface BasketLine {
  readonly line: Omit<OrderLine, 'id'>;
  readonly isDigital: boolean;
  /** In cents. */
  readonly discountTax: number;
}

/** Generates the lines of an order; amounts are exact to the cent. */
export function fillBasket({
  plan,
  popularity,
  chance,
  home,
  isDigital: wantsDigital,
  coupon,
}: BasketOptions): readonly BasketLine[] {
  const wanted = new Map<number, LineDraft>();
  const count = lineCounts.at(chance.next()).index + 1;
  for (let place = 0; place < count; place += 1) {
    const product = wantsDigital && place === 0 ? popularity.pickDigital(chance) : popularity.pick(chance);
    if (!wanted.has(product)) wanted.set(product, lineDraftOf(product, chance));
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
      ...productMembersOf(plan, want, name),
      quantity: want.quantity,
      subtotal: cents * CENT,
      total: (cents - discount) * CENT,
      taxes: taxesOf(taxes),
    };
    const saved = sumOf(chargeTaxes(cents, rates)) - sumOf(taxes);
    return { line, isDigital: isDigital(want.product), discountTax: saved };
  });
}

function lineDraftOf(product: number, chance: SeededRandom): LineDraft {
  const variation = isVariable(product) ? chance.below(VARIATIONS) : undefined;
  const sizes = attributeAt(SIZE).terms;
  const size = variation !== undefined && isSizedByBuyer(product) ? sizes[chance.below(sizes.length)]?.slug : undefined;
  const quantity = chance.happens(0.76) ? 1 : chance.happens(0.7) ? 2 : chance.between(3, 6);
  return { product, variation, size, quantity: isDigital(product) ? 1 : quantity };
}

function productMembersOf(
  plan: SamplePlan,
  { product, variation, size }: LineDraft,
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

/** Converts taxes in cents to those of an order line. */
export const taxesOf = (cents: ReadonlyMap<number, number>): Taxes =>
  Object.fromEntries([...cents].map(([rate, tax]) => [String(rate), tax * CENT]));

/** The taxes of these rates on a shipping or fee line. */
export const chargeTaxesOn = (cents: number, rates: readonly TaxRate[]): Taxes => taxesOf(chargeTaxes(cents, rates));
