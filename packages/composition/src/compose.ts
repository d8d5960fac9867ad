import 'reflect-metadata';
import type { ExtensionHost } from '@backroom/adapters-extensions';
import type { PostgresJobQueue } from '@backroom/adapters-jobs';
import type { BackroomDatabase, ReportReading } from '@backroom/adapters-persistence';
import {
  type Actor,
  type Core,
  createCore,
  DomainError,
  type Log,
  type Ports,
  type SuppliedPorts,
  trusted,
} from '@backroom/core';
import type { AnyJobKind } from '@backroom/core/jobs';
import { Container, ContainerModule, type ServiceIdentifier } from 'inversify';
import { modules } from './modules/all-modules.ts';
import { connectExtensions } from './modules/extensions.ts';
import { followDatabase } from './modules/jobs.ts';
import type { Settings } from './settings/settings.ts';
import {
  Port,
  TheChanges,
  TheCore,
  TheDatabase,
  TheExtensionHost,
  TheJobQueue,
  TheReading,
  TheSettings,
} from './tokens.ts';

/** The composed application. */
export interface Application {
  readonly core: Core;
  readonly settings: Settings;
  readonly log: Log;
  readonly database: BackroomDatabase;
  readonly reading: ReportReading;
  readonly queue: PostgresJobQueue;
  /** The processes of extensions; none until they follow the rows. */
  readonly extensions: ExtensionHost;
  /**
   * An actor with all rights: the named account, or the system account. Reads the database, so migrate first.
   * @throws DomainError `not_found`
   */
  actor(via: 'command_line' | 'embedded' | 'system', username?: string): Promise<Actor>;
  /** Closes all resources in reverse order of opening. */
  close(): Promise<void>;
}

const coreModule = (kinds: readonly AnyJobKind<Ports>[]) =>
  new ContainerModule(({ bind }) => {
    const names = Object.keys(Port) as (keyof typeof Port)[];
    bind(TheCore)
      .toResolvedValue(
        ((...ports: unknown[]) =>
          createCore(
            Object.fromEntries(names.map((name, index) => [name, ports[index]])) as unknown as SuppliedPorts,
            kinds,
          )) as never,
        names.map((name) => Port[name]) as never,
      )
      .inSingletonScope();
  });

/** Composes the application from its modules; an embedding program may replace ports and add kinds of jobs. */
export async function compose(
  settings: Settings,
  replacements: Partial<SuppliedPorts> = {},
  kinds: readonly AnyJobKind<Ports>[] = [],
): Promise<Application> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(TheSettings).toConstantValue(settings);
  await container.load(coreModule(kinds), ...modules);
  for (const [name, port] of Object.entries(replacements)) {
    const token = Port[name as keyof typeof Port] as ServiceIdentifier<unknown>;
    (await container.rebind(token)).toConstantValue(port);
  }
  try {
    return await applicationIn(container, settings);
  } catch (error) {
    await container.unbindAllAsync();
    throw error;
  }
}

async function applicationIn(container: Container, settings: Settings): Promise<Application> {
  const core = await container.getAsync(TheCore);
  const users = await container.getAsync(Port.users);
  const extensions = await container.getAsync(TheExtensionHost);
  const application: Application = {
    core,
    settings,
    log: await container.getAsync(Port.log),
    database: await container.getAsync(TheDatabase),
    reading: await container.getAsync(TheReading),
    queue: await container.getAsync(TheJobQueue),
    extensions,
    async actor(via, username) {
      const user = username === undefined ? await users.systemUser() : await users.findByName(username);
      if (!user) throw new DomainError('not-found', 'not_found', `There is no user ${username}.`);
      return trusted(user, via);
    },
    async close() {
      await extensions.close();
      await container.unbindAllAsync();
    },
  };
  followDatabase(await container.getAsync(TheChanges), application);
  const outbound = await container.getAsync(Port.outbound);
  connectExtensions(application, { outbound, values: await container.getAsync(Port.extensionValues) });
  return application;
}
