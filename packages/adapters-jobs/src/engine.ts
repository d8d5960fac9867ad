import { type ConstructorOptions, PgBoss, type Queue } from 'pg-boss';
import packageOfEngine from 'pg-boss/package.json' with { type: 'json' };
import { keepListening } from './keep-listening.ts';
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
  /** Called for each notice of another process, and after each reconnect. */
  onNotice(): void;
  /** Hears what went wrong, when nobody waits for it. */
  onError(error: unknown): void;
}

/**
 * Starts the engine with the queue. Its schema is created or brought up to date under the lock of the schema; where it is current, the lock is
 * not taken, so that a long migration of another process does not delay the start.
 */
export async function startEngine(place: QueuePlace, use: EngineUse): Promise<PgBoss> {
  const engine = engineOf(place, use);
  const start = async () => {
    await engine.start();
    await engine.createQueue(QUEUE, queue);
  };
  try {
    if (!place.withSchemaLock || (await isCurrent(engine))) await start();
    else await place.withSchemaLock(start);
  } catch (error) {
    await engine.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return engine;
}

function engineOf(place: QueuePlace, { works, onNotice, onError }: EngineUse): PgBoss {
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
  return engine;
}

const isCurrent = async (engine: PgBoss): Promise<boolean> =>
  (await engine.isInstalled()) && (await engine.schemaVersion()) === packageOfEngine.pgboss.schema;

/** The engine names the channel of its senders; a lost connection is replaced by `keepListening`, so `listen` never fails. */
function listening(place: QueuePlace, onNotice: () => void): Pick<NonNullable<ConstructorOptions['db']>, 'listen'> {
  if (!place.hear) return {};
  const hear = place.hear.bind(place);
  return { listen: async (channel) => keepListening((ear) => hear(channel, ear), onNotice, place.backOff) };
}
