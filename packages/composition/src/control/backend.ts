import {
  type CommandOptions,
  ControlClient,
  createHttpApp,
  type HttpApp,
  interruptibleFile,
  interruptibleTell,
  type PlainRequest,
  serveInProcess,
  useCaseName,
} from '@backroom/adapters-http';
import type { Actor, Ports, Progress, UseCase } from '@backroom/core';
import type { RestResponse } from '@backroom/core/interface';
import type { Application } from '../compose.ts';
import { operatorName } from './operator.ts';
import { programVersion } from './version.ts';

/** Executes commands: in this process, or through the control socket of a running server. */
export interface Backend {
  /** Runs a use case as the system account, or as the named user; the signal interrupts an import. */
  run<I, O>(useCase: UseCase<Ports, I, O>, input: I, options?: CommandOptions): Promise<O>;
  /** Calls a route of either interface, with the rights of an administrator. */
  call(request: PlainRequest, options?: CommandOptions): Promise<RestResponse>;
  close(): Promise<void>;
}

/** The application for commands of the owner of the installation: the shop interface has its default names. */
export const controlApp = (application: Application): HttpApp => {
  const { core, settings, log } = application;
  return createHttpApp({
    core,
    publicDocs: settings.publicDocs,
    requireIfMatch: settings.requireIfMatch,
    publicUrl: settings.publicUrl ?? `http://${settings.host}:${settings.port}`,
    control: {
      version: programVersion,
      actorOf: (caller) => actorOf(application, caller),
      onFailure: (cause) => log.error('command failed', cause),
    },
  });
};

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
  const client = new ControlClient(serveInProcess(controlApp(application)), operator);
  return {
    async run(useCase, input, { as, signal } = {}) {
      const actor = await actorOf(application, { operator, as });
      return application.core.run(useCase, actor, signal ? interruptibleInput(input, signal) : input);
    },
    call: (request, options = {}) => client.call(request, options),
    close: () => application.close(),
  };
}

/** A backend over the control socket of a server. */
export const remoteBackend = (client: ControlClient): Backend => ({
  run: async <I, O>(useCase: UseCase<Ports, I, O>, input: I, options: CommandOptions = {}) =>
    (await client.run(useCaseName(useCase), input, options)) as O,
  call: (request, options = {}) => client.call(request, options),
  close: async () => client.close(),
});

/** The members of the input of an import that are streams. */
interface StreamedInput {
  readonly open: () => AsyncIterable<unknown>;
  readonly tell?: (progress: Progress) => void;
}

function interruptibleInput<I>(input: I, signal: AbortSignal): I {
  const { open, tell } = input as StreamedInput;
  return { ...input, open: () => interruptibleFile(open(), signal), tell: interruptibleTell(tell, signal) };
}
