import { overviewIn, reportsIn } from './en/reports.ts';
import { action, capability, keys, palette, shell, signIn, state, status } from './en/shell.ts';
import { shopIn } from './en/shop.ts';
import { stockroomIn } from './en/stockroom.ts';
import { systemIn } from './en/system.ts';
import { pluralIn } from './intl.ts';

const plural = pluralIn('en');

/** All texts of the desk in English; other languages are modules of the same type. */
export const en = {
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

export type Words = typeof en;
