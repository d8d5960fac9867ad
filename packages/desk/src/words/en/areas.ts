import type { Plural } from '../intl.ts';
import { shopIn } from './shop.ts';
import { stockroomIn } from './stockroom.ts';
import { systemIn } from './system.ts';

/** Texts of the areas that are no part of the first screen. */
export const areasIn = (plural: Plural) => ({
  stockroom: stockroomIn(plural),
  shop: shopIn(plural),
  system: systemIn(plural),
});
