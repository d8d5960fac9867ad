import {
  createHttpApp,
  createMetrics,
  createMetricsListener,
  DeskFiles,
  type DeskOptions,
  demandAvailable,
  type HttpApp,
  type Listening,
  type ListenOptions,
  listen,
  type Metrics,
  measureReports,
  type ReportReadings,
} from '@backroom/adapters-http';
import { anonymous, DomainError } from '@backroom/core';
import type { BootstrapOutcome } from '@backroom/core/identity';
import { type Application, compose } from './compose.ts';
import { addressIn } from './control/address.ts';
import { controlApp } from './control/control-app.ts';
import { pendingMigrations } from './control/open-backend.ts';
import { openControlSocket } from './control/open-control-socket.ts';
import { deskFolder } from './desk-folder.ts';
import { startSchedules } from './schedules/all-schedules.ts';
import type { RunningServer, ServeOptions } from './serve.ts';
import { type Settings, SettingsError } from './settings/settings.ts';
import { startWorkers } from './workers.ts';

/** Time for running requests at shutdown (ms); with the database, shutdown stays within ten seconds. */
const graceMillis = 8_000;

/** Starts the server, as `serve`. */
export async function startServer(
  settings: Settings,
  { migrate, kinds = [], deskFolder: folder = deskFolder() }: ServeOptions,
): Promise<RunningServer> {
  await demandAvailable(publicAddress(settings));
  const application = await compose(settings, {}, kinds);
  const ends: (() => Promise<void>)[] = [() => application.close()];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const migrated = await bringUpToDate(application, migrate);
    // Before the first event.
    await application.extensions.prepare();
    const metrics = createMetrics();
    measureReports(metrics, readingsOf(application));
    // Before the first request; a generated password is shown at the end, when nothing can fail any more.
    const configured = settings.bootstrap.password === undefined ? undefined : await bootstrap(application);
    // Before the first request, which may submit a job.
    const workers = settings.jobs.workers > 0 ? await startWorkers(application, settings.jobs.workers) : undefined;
    if (workers) ends.push(() => workers.end());
    const listening = await startListening(application, metrics, folder);
    // Requests and jobs are drained concurrently.
    ends.push(async () => void (await Promise.all([listening.close(graceMillis), workers?.end()])));
    const metricsServer = await listenForMetrics(settings, metrics);
    if (metricsServer) ends.push(() => metricsServer.close(0));
    const control = await openControl(application, listening.address);
    if (control) ends.push(() => control.close());
    const administrator = configured ?? (await bootstrap(application));
    // Whether an administrator exists is remembered, so that a busy database need not be asked.
    await application.core.site.checkReadiness(anonymous, {});
    const schedules = startSchedules(application);
    ends.push(() => schedules.end());
    const urls = { url: listening.address.url, metricsUrl: metricsServer?.address.url };
    return { application, ...urls, migrated, administrator, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Hears the notices of other processes, and serves. */
async function startListening(application: Application, metrics: Metrics, folder: string | undefined) {
  application.queue.listen();
  const { reading, log } = application;
  // In the background: the server accepts requests at once.
  void reading.prepare().catch((cause) => log.error('no report could be planned', cause));
  const desk = await openDesk(application, folder);
  return listen(httpApp(application, metrics, desk), publicAddress(application.settings));
}

const publicAddress = ({ host, port }: Settings): ListenOptions => ({ host, port, variable: 'PORT' });

/** The embedded database belongs to one process: commands reach it through the control socket of the server. */
const openControl = async (application: Application, { port }: { readonly port: number }) =>
  application.settings.database.kind === 'embedded'
    ? openControlSocket(
        application.settings.database.folder,
        controlApp(application, addressIn({ ...application.settings, port })),
      )
    : undefined;

/** The desk, with its files in memory if it is built. */
async function openDesk({ settings, log }: Application, folder: string | undefined): Promise<DeskOptions | undefined> {
  if (settings.deskPath === null || folder === undefined) return undefined;
  const files = new DeskFiles(folder, log);
  await files.current();
  return { path: settings.deskPath, files };
}

const readingsOf = ({ reading }: Application): ReportReadings => ({
  replicas: () =>
    (reading.replicas?.states() ?? []).map(({ number, condition, lagMillis }) => ({
      number,
      isUsed: condition === 'ok',
      lagMillis,
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

const httpApp = ({ core, settings, log }: Application, metrics: Metrics, desk: DeskOptions | undefined): HttpApp =>
  createHttpApp({
    core,
    log,
    metrics,
    inventoryPrefix: settings.inventoryPrefix,
    shop: { names: settings.shopNames, host: settings.host },
    site: settings.core,
    desk,
    discoveryRel: settings.content.discoveryRel,
    publicDocs: settings.publicDocs,
    requireIfMatch: settings.requireIfMatch,
    corsOrigins: settings.corsOrigins,
    ...(settings.trustProxy !== undefined && { trustProxy: settings.trustProxy }),
    ...(settings.publicUrl !== undefined && { publicUrl: settings.publicUrl }),
    ...(settings.metrics.token !== undefined && { metricsToken: settings.metrics.token }),
  });

async function listenForMetrics({ metrics: { port } }: Settings, metrics: Metrics): Promise<Listening | undefined> {
  return port === undefined
    ? undefined
    : listen(createMetricsListener(metrics), { host: '127.0.0.1', port, variable: 'METRICS_PORT' });
}
