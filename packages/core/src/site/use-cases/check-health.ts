import { checkDirectory } from '../../identity/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { Probes, SitePorts } from '../ports.ts';

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

/** One condition of readiness. */
interface ReadinessCondition {
  readonly name: string;
  isMet(probes: Probes): Promise<boolean>;
}

/** The conditions of readiness, in this order: after the first that is not met the others count as not met, unasked. */
const conditions: readonly ReadinessCondition[] = [
  { name: 'database', isMet: (probes) => probes.database() },
  { name: 'migrations', isMet: async (probes) => (await probes.pendingMigrations()).length === 0 },
  { name: 'storage', isMet: async (probes) => !probes.isStorageFull() },
  { name: 'administrator', isMet: (probes) => probes.administrator() },
];

/**
 * Readiness: the database answers, its schema is current, its storage has room, and an administrator exists. The directory and
 * replicas are reported but do not affect the status, because the system works without them.
 */
export const checkReadiness = useCase(
  { access: 'anyone', effect: 'read' },
  (ports: SitePorts) =>
    async (actor): Promise<Readiness> => {
      const word = (isGood: boolean) => (isGood ? 'ok' : 'failed');
      const checks: Record<string, 'ok' | 'failed'> = {};
      let isReady = true;
      for (const { name, isMet } of conditions) {
        isReady = isReady && (await isMet(ports.probes));
        checks[name] = word(isReady);
      }
      const status = isReady ? 'ok' : 'unavailable';
      if (!actor.capabilities.has('manage_system')) return { status };
      const directory = status === 'ok' ? await checkDirectory(ports) : 'failed';
      const replicas = ports.probes.replicas();
      return {
        status,
        checks: {
          ...checks,
          directory,
          ...(replicas.length > 0 && { replicas: word(replicas.every((isUsable) => isUsable)) }),
        },
      };
    },
);
