import {
  type CommandOptions,
  ControlClient,
  createHttpApp,
  type HttpApp,
  interruptibleFile,
  interruptibleProgress,
  type PlainRequest,
  serveInMemory,
  useCaseName,
} from '@backroom/adapters-http';
import type { Actor, Ports, ProgressListener, UseCase } from '@backroom/core';
import type { RestResponse } from '@backroom/core/interface';
import type { Application } from '../compose.ts';
import type { Settings } from '../settings/settings.ts';
import { operatorName } from './operator.ts';
import { programVersion } from './version.ts';

/** Executes commands: in this process, or through the control socket of a running server. */
export interface Backend {
  /** Runs a use case as the system account, or as the named user; the signal interrupts an import. */
  run<I, O>(useCase: UseCase<Ports, I, O>, input: I, options?: CommandOptions): Promise<O>;
  /** Calls a route of either interface, with the rights of an administrator. */
  call(request: PlainRequest, options?: CommandOptions): Promise<RestResponse>;
  /** Base address of the interfaces, of the settings where no running server was reached. */
  readonly url: string;
  /** Whether a running server executes the commands. */
  readonly isServer: boolean;
  close(): Promise<void>;
}

/** The application for commands of the owner of the installation: the shop interface has its default names. */
export const controlApp = (application: Application, url = addressIn(application.settings)): HttpApp => {
  const { core, settings, log } = application;
  return createHttpApp({
    core,
    publicDocs: settings.publicDocs,
    requireIfMatch: settings.requireIfMatch,
    publicUrl: url,
    control: {
      version: programVersion,
      url,
      actorOf: (caller) => actorOf(application, caller),
      onFailure: (cause) => log.error('command failed', cause),
    },
  });
};

/** The base address in the settings, without a trailing slash; a wildcard address is replaced by the loopback address. */
export function addressIn({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '');
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The actor of a command; its operator is recorded as `cli:<operator>` in the audit log. */
async function actorOf(
  application: Application,
  { operator, as }: { readonly operator: string; readonly as: string | undefined },
): Promise<Actor> {
  return { ...(await application.actor('command_line', as)), operator: `cli:${operator}` };
}

/** A backend on an application of this process. */
export function localBackend(application: Application): Backend {
  const operator = operatorName();
  const client = new ControlClient(serveInMemory(controlApp(application)), operator);
  return {
    async run(useCase, input, { as, signal } = {}) {
      const actor = await actorOf(application, { operator, as });
      return application.core.run(useCase, actor, signal ? interruptibleInput(input, signal) : input);
    },
    call: (request, options = {}) => client.call(request, options),
    url: addressIn(application.settings),
    isServer: false,
    close: () => application.close(),
  };
}

/** A backend over the control socket of a server. */
export const remoteBackend = (client: ControlClient, url: string): Backend => ({
  run: async <I, O>(useCase: UseCase<Ports, I, O>, input: I, options: CommandOptions = {}) =>
    (await client.run(useCaseName(useCase), input, options)) as O,
  call: (request, options = {}) => client.call(request, options),
  url,
  isServer: true,
  close: async () => client.close(),
});

/** The members of the input of an import that are streams. */
interface StreamedInput {
  readonly open: () => AsyncIterable<unknown>;
  readonly onProgress?: ProgressListener;
}

function interruptibleInput<I>(input: I, signal: AbortSignal): I {
  const { open, onProgress } = input as StreamedInput;
  return {
    ...input,
    open: () => interruptibleFile(open(), signal),
    onProgress: interruptibleProgress(onProgress, signal),
  };
}
