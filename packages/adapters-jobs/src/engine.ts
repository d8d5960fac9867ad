import { type ConstructorOptions, PgBoss, type Queue } from 'pg-boss';
import type { QueueDatabase } from './queue-database.ts';

/** The only queue: jobs are rows of our own table, the engine delivers their ids. */
export const QUEUE = 'job';
/** The database schema of the engine. */
const SCHEMA = 'job_queue';

const HOUR = 3_600;

/**
 * The engine never gives up: attempts are counted in our own rows. Policy `short` permits one queued delivery per job
 * besides the active one.
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

/** Maintenance intervals; scheduling and statistics of the engine are not used. */
const maintenance = {
  schedule: false,
  superviseIntervalSeconds: 60,
  maintenanceIntervalSeconds: 300,
  monitorIntervalSeconds: HOUR,
  queueCacheIntervalSeconds: HOUR,
  bamIntervalSeconds: HOUR,
  flowIntervalSeconds: HOUR,
  monitorVacuum: false,
} as const satisfies Partial<ConstructorOptions>;

export interface EngineOptions {
  /** Whether this process also runs jobs, or only sends them. */
  readonly works: boolean;
  /** Called when another process has sent a job, and after each (re)connect of the listener. */
  onNotice(): void;
  /** Called for background errors. */
  onError(error: unknown): void;
}

/** Starts the engine and migrates its schema, which one process does at a time. */
export async function startEngine(
  database: QueueDatabase,
  { works, onNotice, onError }: EngineOptions,
): Promise<PgBoss> {
  const engine = new PgBoss({
    ...maintenance,
    schema: SCHEMA,
    db: {
      executeSql: (text, values) => database.executeSql(text, values),
      ...(works && listening(database, onNotice)),
    },
    backend: database.listen ? 'postgres' : 'pglite',
    supervise: works,
    reindex: works && database.listen !== undefined,
    useListenNotify: works && database.listen !== undefined,
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

/** Reconnect delay of the listener (ms); meanwhile workers rely on polling. */
const RECONNECT_DELAY = 5_000;

/** Listens on the channel on which the engine notifies workers. */
function listening(
  database: QueueDatabase,
  onNotice: () => void,
): Pick<NonNullable<ConstructorOptions['db']>, 'listen'> {
  if (!database.listen) return {};
  const listen = database.listen.bind(database);
  return {
    async listen(channel) {
      let isClosed = false;
      let listener: { close(): Promise<void> } | undefined;
      let timer: NodeJS.Timeout | undefined;
      const open = async (): Promise<void> => {
        listener = await listen(channel, { onNotice, onLost: reopen });
        if (isClosed) await listener.close();
        // Jobs may have been sent before.
        onNotice();
      };
      const reopen = () => {
        if (!isClosed) timer = setTimeout(() => void open().catch(reopen), RECONNECT_DELAY);
      };
      await open();
      return {
        async close() {
          isClosed = true;
          clearTimeout(timer);
          await listener?.close();
        },
      };
    },
  };
}
