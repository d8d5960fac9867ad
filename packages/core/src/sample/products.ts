import type { Product, ProductAttribute, Saleable, Variation } from '../commerce/index.ts';
import { UNIT } from '../kernel/numbers/decimal.ts';
import { productIdOf, type SamplePlan, variationIdOf } from './plan.ts';
import { randomOf, type SeededRandom } from './seeded-random.ts';
import { attributeAt } from './taxonomy.ts';
import { manners, materials, shelves } from './words.ts';

/** One cent as an `Amount`. */
export const CENT = 10_000;
/** Number of variations of a variable product. */
export const VARIATIONS = 5;

const DAY = 86_400_000;
const COLOUR = 0;
const SIZE = 1;

export const isVariable = (product: number): boolean => product % 5 === 4;
/** Whether a product is a download. */
export const isDigital = (product: number): boolean => product % 12 === 7 && !isVariable(product);
/** Whether variations differ by colour and the buyer also chooses a size. */
export const isSizedByBuyer = (product: number): boolean => product % 10 === 9;
/** Whether reduced tax rates apply: books and food. */
export const isReduced = (product: number): boolean => shelfOf(product) >= 10;

const shelfOf = (product: number): number => Math.floor(product / 4) % shelves.length;

/** Name and price of a product. */
export interface Offer {
  readonly name: string;
  readonly cents: number;
  readonly regularCents: number;
  readonly chance: SeededRandom;
}

/** Generates name and price of a product. */
export function offerOf({ seed }: SamplePlan, product: number): Offer {
  const chance = randomOf(seed, 'products', product);
  const things = shelves[shelfOf(product)]?.things ?? shelves[0].things;
  const edition = Math.floor(product / (things.length * shelves.length * 7));
  const words = [chance.pick(manners), chance.pick(materials), things[product % things.length]];
  // Prices are skewed: most products are cheap.
  const share = chance.next();
  const regularCents = 199 + Math.floor(share * share * share * 180) * 100 + chance.below(18) * 50;
  const isOnSale = chance.happens(0.15);
  const cents = isOnSale ? Math.max(99, Math.floor((regularCents * 0.8) / 10) * 10 - 1) : regularCents;
  return {
    name: `${words.join(' ')}${edition > 0 ? ` ${edition + 1}` : ''} No. ${product}`,
    cents,
    regularCents,
    chance,
  };
}

/** The attribute term of a variation. */
export function termOf(product: number, variation: number): { readonly name: string; readonly slug: string } {
  const { terms } = attributeAt(isSizedByBuyer(product) ? COLOUR : SIZE);
  return terms[variation % terms.length] ?? { name: 'One', slug: 'one' };
}

export function sampleProduct(plan: SamplePlan, product: number): Product {
  const offer = offerOf(plan, product);
  const shelf = shelfOf(product) * 5 + 1;
  return {
    ...commonOf(plan, product, offer),
    id: productIdOf(product),
    name: offer.name,
    slug: null,
    sku: `S-${String(product).padStart(5, '0')}`,
    ...(isVariable(product) && { manageStock: false, stockQuantity: null, stockStatus: 'instock' }),
    type: isVariable(product) ? 'variable' : 'simple',
    categoryIds: product % 7 === 0 ? [shelf, shelf + 1 + (product % 4)] : [shelf + 1 + (product % 4)],
    attributes: isVariable(product) ? chosenBy(product) : [],
  };
}

/** Generates a variation of a variable product. */
export function sampleVariation(plan: SamplePlan, product: number, variation: number): Variation {
  const offer = offerOf(plan, product);
  const { name, slug } = termOf(product, variation);
  return {
    ...commonOf(plan, product, offer),
    id: variationIdOf(plan, product, variation),
    name: `${offer.name} - ${name}`,
    sku: `S-${String(product).padStart(5, '0')}-${variation + 1}`,
    productId: productIdOf(product),
    attributes: isSizedByBuyer(product) ? { pa_color: slug, pa_size: '' } : { pa_size: slug },
  };
}

function commonOf({ start }: SamplePlan, product: number, offer: Offer): Omit<Saleable, 'id' | 'name' | 'sku'> {
  const { chance, cents, regularCents } = offer;
  const isManaged = !isDigital(product) && chance.happens(0.7);
  const quantity = chance.happens(0.06) ? 0 : chance.below(120);
  const backorders = chance.happens(0.1) ? 'notify' : 'no';
  return {
    status: product % 97 === 96 ? 'private' : 'publish',
    price: cents * CENT,
    regularPrice: regularCents * CENT,
    salePrice: cents < regularCents ? cents * CENT : null,
    virtual: isDigital(product),
    downloadable: isDigital(product),
    manageStock: isManaged,
    stockQuantity: isManaged ? quantity * UNIT : null,
    stockStatus: !isManaged || quantity > 0 ? 'instock' : backorders === 'notify' ? 'onbackorder' : 'outofstock',
    backorders,
    lowStockAmount: product % 11 === 0 ? 10 * UNIT : null,
    createdAt: new Date(start - (1 + chance.below(700)) * DAY),
    files: isDigital(product) ? filesOf(product) : [],
    image: null,
    permalink: null,
    description: null,
  };
}

const chosenBy = (product: number): readonly ProductAttribute[] =>
  (isSizedByBuyer(product) ? [COLOUR, SIZE] : [SIZE]).map((place) => {
    const { id, name, key, terms } = attributeAt(place);
    const options = terms.slice(0, VARIATIONS).map((term) => term.id);
    return { id, name, slug: key, options, variation: true };
  });

/** The files of a downloadable product. */
export const filesOf = (product: number): Saleable['files'] =>
  [1, 2].map((file) => ({
    id: `${String(product).padStart(8, '0')}${file}`.padStart(32, 'f'),
    name: `Part ${file}`,
    file: `part-${product}-${file}.zip`,
  }));
