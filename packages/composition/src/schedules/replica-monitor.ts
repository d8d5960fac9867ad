import type { Application } from '../compose.ts';

/** So often in the time that a replica may be behind is it looked at, and at least once a second. */
const LOOKS = 5;
const MOST_PERIOD = 1_000;

/** What looks after the replicas that reports are read from, while the server runs. */
export interface ReplicaWatch {
  /** Looks no more, and waits for what is running. */
  end(): Promise<void>;
}

/** Begins to look how near the replicas are, again and again; a look that takes long keeps nobody from the next one at the others. */
export function startReplicaWatch({ reading, settings, log }: Application): ReplicaWatch {
  const { replicas } = reading;
  if (!replicas) return { end: async () => {} };
  const running = new Set<Promise<void>>();
  const told = new Map<number, string>();
  /** Of a replica no more is told than its place in the list: where it is is a secret. */
  const tell = () => {
    for (const { number, condition } of replicas.states()) {
      if (told.get(number) === condition || condition === 'unknown') continue;
      told.set(number, condition);
      if (condition === 'ok') log.info('replica in use', { replica: number });
      else log.warn('replica left out', { replica: number, condition });
    }
  };
  const look = () => {
    const looking = replicas
      .look()
      .then(tell)
      .finally(() => running.delete(looking));
    running.add(looking);
  };
  look();
  const timer = setInterval(look, Math.min(MOST_PERIOD, settings.reports.mostLagMillis / LOOKS));
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}
