import {
  type CommandOptions,
  type ControlClient,
  interruptibleFile,
  interruptibleProgress,
  type PlainRequest,
  useCaseName,
} from '@backroom/adapters-http/control';
import type { Ports, ProgressListener, UseCase } from '@backroom/core';
import type { RestResponse } from '@backroom/core/interface';
import type { Application } from '../compose.ts';
import { addressIn } from './address.ts';
import { actorOf, operatorName } from './operator.ts';

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

/** A backend on an application of this process. */
export function localBackend(application: Application): Backend {
  const operator = operatorName();
  // Loaded on demand: most commands run use cases, without the interfaces.
  let client: Promise<ControlClient> | undefined;
  const opened = () => {
    client ??= import('./control-app.ts').then(({ openLocalClient }) => openLocalClient(application, operator));
    return client;
  };
  return {
    async run(useCase, input, { as, signal } = {}) {
      const actor = await actorOf(application, { operator, as });
      return application.core.run(useCase, actor, signal ? interruptibleInput(input, signal) : input);
    },
    call: async (request, options = {}) => (await opened()).call(request, options),
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
