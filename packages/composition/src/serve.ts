import {
  createHttpApp,
  createMetrics,
  createMetricsListener,
  type HttpApp,
  type Listening,
  listen,
  type Metrics,
  measureReports,
  type ReportReadings,
} from '@backroom/adapters-http';
import { type AnyJobKind, type BootstrapOutcome, DomainError, type Ports } from '@backroom/core';
import { type Application, compose } from './compose.ts';
import { localBackend } from './control/backend.ts';
import { openControlSocket } from './control/control-socket.ts';
import { pendingMigrations } from './control/open-backend.ts';
import { startDirectorySchedule } from './schedules/directory-schedule.ts';
import { startHousekeeping } from './schedules/housekeeping.ts';
import { startReplicaWatch } from './schedules/replica-monitor.ts';
import { startReservationSchedule } from './schedules/reservation-schedule.ts';
import { startRollUpSchedule } from './schedules/roll-up-schedule.ts';
import { startTableSchedule } from './schedules/vacuum-schedule.ts';
import { type Settings, SettingsError } from './settings/settings.ts';
import { startWorkers } from './workers.ts';

/** A server at work. */
export interface RunningServer {
  readonly application: Application;
  /** Where it listens. */
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** Names of the migrations that were made at this start. */
  readonly migrated: readonly string[];
  readonly administrator: BootstrapOutcome;
  /** Lets running requests end, then closes everything. */
  close(): Promise<void>;
}

/** So long may running requests take when the server stops; the database then has its time within ten seconds. */
const graceMillis = 8_000;

/** What is begun with the server and ends with it. */
const schedules = [
  startHousekeeping,
  startDirectorySchedule,
  startRollUpSchedule,
  startReservationSchedule,
  startReplicaWatch,
  startTableSchedule,
] as const;

/** How a server is started. */
export interface ServeOptions {
  /** Whether the schema is brought up to date first. */
  readonly migrate: boolean;
  /** Kinds of jobs that a program adds to our own. */
  readonly kinds?: readonly AnyJobKind<Ports>[];
}

/**
 * Starts serving: database, first administrator, HTTP, measurements, and an ear for commands.
 * @throws SettingsError when migrations are pending and not to be made, or the first administrator's password is refused
 */
export async function serve(settings: Settings, { migrate, kinds = [] }: ServeOptions): Promise<RunningServer> {
  const application = await compose(settings, {}, kinds);
  const ends: (() => Promise<void>)[] = [() => application.close()];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const migrated = await bringUpToDate(application, migrate);
    const metrics = createMetrics();
    measureReports(metrics, readingsOf(application));
    // Before the first request, which may ask for work.
    const workers = settings.jobs.workers > 0 ? await startWorkers(application, settings.jobs.workers) : undefined;
    if (workers) ends.push(() => workers.end());
    const listening = await listen(httpApp(application, metrics), settings);
    // Requests and jobs under way end at the same time.
    ends.push(async () => void (await Promise.all([listening.close(graceMillis), workers?.end()])));
    const measuring = await listenToMeasurements(settings, metrics);
    if (measuring) ends.push(() => measuring.close(0));
    const control = await listenToCommands(application);
    if (control) ends.push(() => control.close());
    // Last, because a generated password is lost when anything fails after it.
    const administrator = await bootstrap(application);
    for (const start of schedules) {
      const schedule = start(application);
      ends.push(() => schedule.end());
    }
    return {
      application,
      url: listening.address.url,
      metricsUrl: measuring?.address.url,
      migrated,
      administrator,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Who wants the embedded data while the server has it comes through here. */
const listenToCommands = async (application: Application) =>
  application.settings.database.kind === 'embedded'
    ? openControlSocket(application.settings.database.folder, (operator) => ({
        ...localBackend(application, operator),
        close: async () => {},
      }))
    : undefined;

const readingsOf = ({ reading }: Application): ReportReadings => ({
  replicas: () =>
    (reading.replicas?.states() ?? []).map(({ number, condition, lagMillis }) => ({
      ...{ number, isUsed: condition === 'ok', lagMillis },
    })),
  counts: () => reading.counts(),
});

async function bringUpToDate({ database }: Application, migrate: boolean): Promise<readonly string[]> {
  if (migrate) return database.migrate();
  const pending = await database.pendingMigrations();
  if (pending.length > 0) throw pendingMigrations(pending);
  return [];
}

async function bootstrap(application: Application): Promise<BootstrapOutcome> {
  const { core, settings } = application;
  const actor = await application.actor('system');
  const mayGenerate = settings.database.kind === 'embedded';
  return core.identity.bootstrapAdministrator(actor, { ...settings.bootstrap, mayGenerate }).catch(refuseBootstrap);
}

function refuseBootstrap(error: unknown): never {
  if (!(error instanceof DomainError) || (error.kind !== 'invalid' && error.kind !== 'conflict')) throw error;
  const name = error.kind === 'invalid' ? 'BOOTSTRAP_ADMIN_PASSWORD' : 'BOOTSTRAP_ADMIN_USERNAME';
  throw new SettingsError([`${name} cannot be used: ${error.message}`]);
}

const httpApp = ({ core, settings, log }: Application, metrics: Metrics): HttpApp =>
  createHttpApp({
    core,
    log,
    metrics,
    inventoryPrefix: settings.inventoryPrefix,
    shop: { names: settings.shopNames, host: settings.host },
    site: settings.core,
    publicDocs: settings.publicDocs,
    requireIfMatch: settings.requireIfMatch,
    corsOrigins: settings.corsOrigins,
    ...(settings.trustProxy !== undefined && { trustProxy: settings.trustProxy }),
    ...(settings.publicUrl !== undefined && { publicUrl: settings.publicUrl }),
    ...(settings.metrics.token !== undefined && { metricsToken: settings.metrics.token }),
  });

async function listenToMeasurements({ metrics: { port } }: Settings, metrics: Metrics): Promise<Listening | undefined> {
  return port === undefined ? undefined : listen(createMetricsListener(metrics), { host: '127.0.0.1', port });
}
