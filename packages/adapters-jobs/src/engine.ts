import { type ConstructorOptions, PgBoss, type Queue } from 'pg-boss';
import packageOfEngine from 'pg-boss/package.json' with { type: 'json' };
import { keepListening } from './keep-listening.ts';
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

/**
 * Starts the engine with the queue. Its schema is created or migrated under the schema lock; a current schema needs no
 * lock, so that a long migration of another process does not delay the start.
 */
export async function startEngine(database: QueueDatabase, options: EngineOptions): Promise<PgBoss> {
  const engine = createEngine(database, options);
  const start = async () => {
    await engine.start();
    await engine.createQueue(QUEUE, queue);
  };
  try {
    if (!database.withSchemaLock || (await isCurrent(engine))) await start();
    else await database.withSchemaLock(start);
  } catch (error) {
    await engine.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return engine;
}

function createEngine(database: QueueDatabase, { works, onNotice, onError }: EngineOptions): PgBoss {
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
  return engine;
}

const isCurrent = async (engine: PgBoss): Promise<boolean> =>
  (await engine.isInstalled()) && (await engine.schemaVersion()) === packageOfEngine.pgboss.schema;

/** Listens on the channel on which the engine notifies workers; never fails, because `keepListening` reconnects. */
function listening(
  database: QueueDatabase,
  onNotice: () => void,
): Pick<NonNullable<ConstructorOptions['db']>, 'listen'> {
  if (!database.listen) return {};
  const listen = database.listen.bind(database);
  return {
    listen: async (channel) => keepListening((listener) => listen(channel, listener), onNotice, database.backOff),
  };
}
