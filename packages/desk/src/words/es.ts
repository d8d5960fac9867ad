import type { Words } from './en.ts';
import { overviewIn, reportsIn } from './es/reports.ts';
import { action, capability, keys, palette, shell, signIn, state, status } from './es/shell.ts';
import { shopIn } from './es/shop.ts';
import { stockroomIn } from './es/stockroom.ts';
import { systemIn } from './es/system.ts';
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
  reports: reportsIn(plural),
  overview: overviewIn(plural),
  stockroom: stockroomIn(plural),
  shop: shopIn(plural),
  system: systemIn(plural),
};
