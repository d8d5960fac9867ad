import { checkDirectory } from '../../identity/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** Liveness: the process answers. */
export const checkHealth = useCase(
  { access: 'anyone', effect: 'read' },
  (_: SitePorts) => async (): Promise<{ readonly status: 'ok' }> => ({ status: 'ok' }),
);

/** Readiness; the individual checks are shown to administrators only. */
export interface Readiness {
  readonly status: 'ok' | 'unavailable';
  readonly checks?: Readonly<Record<string, 'ok' | 'failed' | 'off'>>;
}

/**
 * Readiness: the database answers and its schema is current. The directory and replicas are reported but do not affect the
 * status, because the system works without them.
 */
export const checkReadiness = useCase(
  { access: 'anyone', effect: 'read' },
  (ports: SitePorts) =>
    async (actor): Promise<Readiness> => {
      const database = await ports.probes.database();
      const migrations = database && (await ports.probes.pendingMigrations()).length === 0;
      const word = (isGood: boolean) => (isGood ? 'ok' : 'failed');
      const status = database && migrations ? 'ok' : 'unavailable';
      if (!actor.capabilities.has('manage_system')) return { status };
      const directory = status === 'ok' ? await checkDirectory(ports) : 'failed';
      const replicas = ports.probes.replicas();
      return {
        status,
        checks: {
          database: word(database),
          migrations: word(migrations),
          directory,
          ...(replicas.length > 0 && { replicas: word(replicas.every((isUsable) => isUsable)) }),
        },
      };
    },
);
