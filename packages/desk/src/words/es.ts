import type { Words } from './en.ts';
import { accessIn } from './es/access.ts';
import { reportIn } from './es/report.ts';
import { overviewIn, reports } from './es/reports.ts';
import { action, capability, keys, palette, shell, signIn, state, status } from './es/shell.ts';
import { shopIn } from './es/shop.ts';
import { stockroomIn } from './es/stockroom.ts';
import { systemIn } from './es/system.ts';
import { treesIn } from './es/trees.ts';
import { upkeepIn } from './es/upkeep.ts';
import { pluralIn } from './intl.ts';

const plural = pluralIn('es');

/** All texts of the desk in Spanish. */
export const es: Words = {
  shell,
  signIn,
  state,
  capability,
  status,
  action,
  keys,
  palette,
  reports,
  overview: overviewIn(plural),
  report: reportIn(plural),
  stockroom: stockroomIn(plural),
  shop: shopIn(plural),
  system: systemIn(plural),
  access: accessIn(plural),
  upkeep: upkeepIn(plural),
  trees: treesIn(plural),
};
