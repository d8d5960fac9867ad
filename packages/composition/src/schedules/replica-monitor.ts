import type { Application } from '../compose.ts';
import type { Schedule } from './schedule.ts';

/** Checks per maximum replica lag. */
const CHECKS_PER_LAG = 5;
/** Maximum interval between checks (ms). */
const MOST_PERIOD = 1_000;

/** What an operator can do about a condition, where it is not obvious. */
const hints: Readonly<Record<string, { readonly hint: string } | undefined>> = {
  'other timeline': {
    hint: 'It follows another timeline than the primary, or does not report one. If it follows the primary, grant pg_read_all_stats to its role: without it a timeline is read late. Otherwise rebuild it from the primary.',
  },
};

/** Monitors the lag of the replicas; checks may overlap, so that a slow replica does not delay those of the others. */
export function startReplicaMonitor({
  reading,
  settings,
  log,
}: Pick<Application, 'reading' | 'settings' | 'log'>): Schedule {
  const { replicas } = reading;
  if (!replicas) return { end: async () => {} };
  const running = new Set<Promise<void>>();
  const logged = new Map<number, string>();
  /** Logs changes by the position in the list, because the URL of a replica is a secret. */
  const logChanges = () => {
    for (const { number, condition } of replicas.states()) {
      if (logged.get(number) === condition || condition === 'unknown') continue;
      logged.set(number, condition);
      if (condition === 'ok') log.info('replica in use', { replica: number });
      else log.warn('replica left out', { replica: number, condition, ...hints[condition] });
    }
  };
  const check = () => {
    const checking = replicas
      .check()
      .then(logChanges)
      .finally(() => running.delete(checking));
    running.add(checking);
  };
  check();
  const timer = setInterval(check, Math.min(MOST_PERIOD, settings.reports.maxLagMillis / CHECKS_PER_LAG));
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}
