import type { Application } from '../compose.ts';
import type { Schedule } from './schedule.ts';

/** Warns once that extensions of some folders are run without a signature. */
export function warnOfUnsigned({ settings, log }: Pick<Application, 'settings' | 'log'>): Schedule {
  const { unsigned } = settings.extensions;
  if (unsigned.length > 0) log.warn('extensions run without a signature', { folders: unsigned });
  return { end: () => Promise.resolve() };
}
