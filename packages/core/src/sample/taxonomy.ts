import type { Attribute, ProductCategory } from '../commerce/index.ts';
import { choices, plurals, shelves } from './words.ts';

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** The categories; parents precede their children. */
export const sampleCategories: readonly ProductCategory[] = shelves.flatMap(({ name, things }, shelf) => {
  const id = shelf * 5 + 1;
  const heading = { id, name, slug: slugOf(name), parentId: null };
  return [
    heading,
    ...things
      .map((thing) => plurals[thing] ?? `${thing}s`)
      .map((plural, place) => ({ id: id + 1 + place, name: plural, slug: slugOf(`${name} ${plural}`), parentId: id })),
  ];
});

const FIRST_TERM = 101;

/** The product attributes with their terms. */
export const sampleAttributes: readonly Attribute[] = choices.map(({ id, name, key, values }, place) => ({
  id,
  name,
  key,
  terms: values.map((value, term) => ({ id: FIRST_TERM + place * 50 + term, name: value, slug: slugOf(value) })),
}));

/** An attribute by index. */
export function attributeAt(place: number): Attribute {
  const attribute = sampleAttributes[place];
  if (!attribute) throw new RangeError(`The sample has no attribute ${place}.`);
  return attribute;
}
