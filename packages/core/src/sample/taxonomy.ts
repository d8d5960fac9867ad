import type { Attribute, ProductCategory } from '../commerce/index.ts';
import { choices, shelves } from './words.ts';

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** The headings: each shelf before what stands under it. */
export const sampleCategories: readonly ProductCategory[] = shelves.flatMap(({ name, things }, shelf) => {
  const id = shelf * 5 + 1;
  const heading = { id, name, slug: slugOf(name), parentId: null };
  return [
    heading,
    ...things.map((thing, place) => ({
      id: id + 1 + place,
      name: `${thing}s`,
      slug: slugOf(`${name} ${thing}s`),
      parentId: id,
    })),
  ];
});

const FIRST_TERM = 101;

/** What buyers may choose by, with all that can be chosen. */
export const sampleAttributes: readonly Attribute[] = choices.map(({ id, name, key, values }, place) => ({
  id,
  name,
  key,
  terms: values.map((value, term) => ({ id: FIRST_TERM + place * 50 + term, name: value, slug: slugOf(value) })),
}));

/** One of the attributes by its place. */
export function attributeAt(place: number): Attribute {
  const attribute = sampleAttributes[place];
  if (!attribute) throw new RangeError(`The sample has no attribute ${place}.`);
  return attribute;
}
