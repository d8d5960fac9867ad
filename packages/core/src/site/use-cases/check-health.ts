import { query } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** Tells that the process answers, and nothing else. */
export const checkHealth = query(
  'anyone',
  (_: SitePorts) => async (): Promise<{ readonly status: 'ok' }> => ({ status: 'ok' }),
);

/** Whether requests can be served, and for administrators why not. */
export interface Readiness {
  readonly status: 'ok' | 'unavailable';
  readonly checks?: Readonly<Record<string, 'ok' | 'failed'>>;
}

/** Tells whether the system can do its work: the database answers and is of this version. */
export const checkReadiness = query('anyone', ({ probes }: SitePorts) => async (actor): Promise<Readiness> => {
  const database = await probes.database();
  const migrations = database && (await probes.pendingMigrations()).length === 0;
  const word = (isGood: boolean) => (isGood ? 'ok' : 'failed');
  const status = database && migrations ? 'ok' : 'unavailable';
  if (!actor.capabilities.has('manage_system')) return { status };
  return { status, checks: { database: word(database), migrations: word(migrations) } };
});
