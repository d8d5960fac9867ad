import type { areasIn } from './en/areas.ts';
import { overviewIn, reports } from './en/reports.ts';
import { action, shell, signIn, state, status } from './en/shell.ts';
import { pluralIn } from './intl.ts';

const plural = pluralIn('en');

const first = {
  shell,
  signIn,
  state,
  status,
  action,
  reports,
  overview: overviewIn(plural),
};

export type Words = typeof first & ReturnType<typeof areasIn>;

/** All texts of the desk in English, those of areas after `loadAreas`; other languages are modules of the same type. */
export const en = first as Words;

/** Loads the texts of the areas, which screens other than the first need. */
export async function loadAreas(): Promise<void> {
  const areas = await import('./en/areas.ts');
  Object.assign(en, areas.areasIn(plural));
}
