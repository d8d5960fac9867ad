import { contexts, isUseCase, type Ports, type UseCase } from '@backroom/core';
import { createDispatch, inventoryRoutes, inventorySurface, type RestResponse } from '@backroom/core/rest';
import type { Application } from './compose.ts';
import { inProcess, type PlainRequest } from './in-process-request.ts';

/** What commands work with: an application in this process, or one that serves in another. */
export interface Backend {
  /** Does one use case as the system, or as the user of this name. */
  run<I, O>(useCase: UseCase<Ports, I, O>, input: I, as?: string): Promise<O>;
  /** Asks a published route of the inventory interface, with the rights of an administrator. */
  call(request: PlainRequest, as?: string): Promise<RestResponse>;
  close(): Promise<void>;
}

/** Finds the name of a use case, as `identity.createUser`. */
export function nameOf(useCase: unknown): string {
  for (const [context, members] of Object.entries(contexts)) {
    for (const [name, member] of Object.entries(members)) if (member === useCase) return `${context}.${name}`;
  }
  throw new TypeError('A use case must be among the public names of its context.');
}

/** Finds a use case by its name. */
export function useCaseOf(name: string): UseCase<Ports, unknown, unknown> {
  const [context = '', member = ''] = name.split('.');
  const members = Object.hasOwn(contexts, context) ? contexts[context as keyof typeof contexts] : {};
  const useCase = Object.hasOwn(members, member) ? (members as Record<string, unknown>)[member] : undefined;
  if (!isUseCase(useCase)) throw new TypeError(`There is no use case ${name}.`);
  return useCase as UseCase<Ports, unknown, unknown>;
}

/** Works with an application in this process. */
export function localBackend(application: Application): Backend {
  const { core, settings, log } = application;
  const dispatch = createDispatch({
    surface: inventorySurface({ requireIfMatch: settings.requireIfMatch }),
    routes: inventoryRoutes({ publicDocs: settings.publicDocs }),
    core,
    onFailure: (cause) => log.error('call failed', cause),
  });
  return {
    run: async (useCase, input, as) => core.run(useCase, await application.actor('command_line', as), input),
    call: async (request, as) => dispatch(inProcess(request, {}), () => application.actor('command_line', as)),
    close: () => application.close(),
  };
}
