import type { Plural } from '../intl.ts';
import { accessIn } from './access.ts';
import { capability, keys, palette } from './beside.ts';
import { reportIn } from './report.ts';
import { shopIn } from './shop.ts';
import { stockroomIn } from './stockroom.ts';
import { systemIn } from './system.ts';
import { treesIn } from './trees.ts';
import { upkeepIn } from './upkeep.ts';

/** Texts of the areas that are no part of the first screen. */
export const areasIn = (plural: Plural) => ({
  capability,
  keys,
  palette,
  report: reportIn(plural),
  stockroom: stockroomIn(plural),
  shop: shopIn(plural),
  system: systemIn(plural),
  access: accessIn(plural),
  upkeep: upkeepIn(plural),
  trees: treesIn(plural),
});
