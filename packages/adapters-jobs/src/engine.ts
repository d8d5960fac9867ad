import { type ConstructorOptions, PgBoss, type Queue } from 'pg-boss';
import type { QueuePlace } from './queue-place.ts';

/** The one queue: rows of our own say what a job is, the engine only carries their ids. */
export const QUEUE = 'job';
/** What the engine keeps stands in a schema of its own. */
const SCHEMA = 'job_queue';

const HOUR = 3_600;

/**
 * The engine gives up on nothing by itself: how often something is tried is counted in our rows. One delivery of a job can wait
 * at a time, beside one that is being worked on.
 */
const queue = {
  policy: 'short',
  notify: true,
  retryLimit: 1_000_000,
  retryDelay: 5,
  expireInSeconds: 24 * HOUR,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 60,
} as const satisfies Omit<Queue, 'name'>;

/** How often the engine looks after itself; nothing of what it counts for others is wanted. */
const upkeep = {
  schedule: false,
  superviseIntervalSeconds: 60,
  maintenanceIntervalSeconds: 300,
  monitorIntervalSeconds: HOUR,
  queueCacheIntervalSeconds: HOUR,
  bamIntervalSeconds: HOUR,
  flowIntervalSeconds: HOUR,
  monitorVacuum: false,
} as const satisfies Partial<ConstructorOptions>;

/** What the engine is for in this process. */
export interface EngineUse {
  /** Whether jobs are worked on here, or only sent. */
  readonly works: boolean;
  /** Hears that another process has sent something, once the ear is open. */
  onNotice(): void;
  /** Hears what went wrong, when nobody waits for it. */
  onError(error: unknown): void;
}

/** Starts the engine; what it keeps in the database is made or brought up to date first, by one process at a time. */
export async function startEngine(place: QueuePlace, { works, onNotice, onError }: EngineUse): Promise<PgBoss> {
  const engine = new PgBoss({
    ...upkeep,
    schema: SCHEMA,
    db: { executeSql: (text, values) => place.executeSql(text, values), ...(works && listening(place, onNotice)) },
    backend: place.hear ? 'postgres' : 'pglite',
    supervise: works,
    reindex: works && place.hear !== undefined,
    useListenNotify: works && place.hear !== undefined,
  });
  engine.on('error', onError);
  try {
    await engine.start();
    await engine.createQueue(QUEUE, queue);
  } catch (error) {
    await engine.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return engine;
}

/** So long after the ear was lost it is opened again, in milliseconds; until then workers look by themselves. */
const REOPEN = 5_000;

/** The engine says on which channel its senders speak; whoever works hears of it at once. */
function listening(place: QueuePlace, onNotice: () => void): Pick<NonNullable<ConstructorOptions['db']>, 'listen'> {
  if (!place.hear) return {};
  const hear = place.hear.bind(place);
  return {
    async listen(channel) {
      let isClosed = false;
      let ear: { close(): Promise<void> } | undefined;
      let timer: NodeJS.Timeout | undefined;
      const open = async (): Promise<void> => {
        ear = await hear(channel, { onNotice, onLost: reopen });
        if (isClosed) await ear.close();
        // What was sent while nobody listened.
        onNotice();
      };
      const reopen = () => {
        if (!isClosed) timer = setTimeout(() => void open().catch(reopen), REOPEN);
      };
      await open();
      return {
        async close() {
          isClosed = true;
          clearTimeout(timer);
          await ear?.close();
        },
      };
    },
  };
}
