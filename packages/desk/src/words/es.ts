import type { Words } from './en.ts';
import { overviewIn, reportsIn } from './es/reports.ts';
import { action, capability, keys, palette, shell, signIn, state, status } from './es/shell.ts';
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
};
