import { checkDirectory } from '../../identity/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { Probes, SitePorts } from '../ports.ts';

/** Tells that the process answers, and nothing else. */
export const checkHealth = useCase(
  { access: 'anyone', effect: 'read' },
  (_: SitePorts) => async (): Promise<{ readonly status: 'ok' }> => ({ status: 'ok' }),
);

/** Whether requests can be served, and for administrators why not. */
export interface Readiness {
  readonly status: 'ok' | 'unavailable';
  readonly checks?: Readonly<Record<string, 'ok' | 'failed' | 'off'>>;
}

/** One condition of readiness. */
interface Condition {
  readonly name: string;
  isMet(probes: Probes): Promise<boolean>;
}

/** The conditions of readiness, in this order: after the first that is not met the others count as not met, unasked. */
const conditions: readonly Condition[] = [
  { name: 'database', isMet: (probes) => probes.database() },
  { name: 'migrations', isMet: async (probes) => (await probes.pendingMigrations()).length === 0 },
  { name: 'storage', isMet: async (probes) => !probes.isStorageFull() },
  { name: 'administrator', isMet: (probes) => probes.administrator() },
];

/**
 * Tells whether the system can do its work: the database answers, is of this version and takes changes, and there is somebody who
 * can sign in. A directory that is down keeps nobody from working, so it is only told; so it is of replicas.
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
