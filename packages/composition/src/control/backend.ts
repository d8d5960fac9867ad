import { type Actor, contexts, isUseCase, type Ports, nameOf as publicNameOf, type UseCase } from '@backroom/core';
import { createDispatch, inventoryPolicy, inventoryRoutes, type RestResponse } from '@backroom/core/interface';
import type { Application } from '../compose.ts';
import { type PlainRequest, toRestRequest } from './in-process-request.ts';
import { operatorName } from './operator.ts';
import { shopCaller } from './shop-caller.ts';

/** Executes commands: in this process, or through the control socket of a running server. */
export interface Backend {
  /** Runs a use case as the system account, or as the named user. */
  run<I, O>(useCase: UseCase<Ports, I, O>, input: I, as?: string): Promise<O>;
  /** Calls a route of either interface, with the rights of an administrator. */
  call(request: PlainRequest, as?: string): Promise<RestResponse>;
  close(): Promise<void>;
}

/** The qualified name of a use case, as `identity.createUser`. */
export function useCaseName(useCase: unknown): string {
  const name = publicNameOf(useCase);
  if (name === undefined) throw new TypeError('A use case must be among the public names of its context.');
  return name;
}

/** The use case with a qualified name. */
export function useCaseNamed(name: string): UseCase<Ports, unknown, unknown> {
  const [context = '', member = ''] = name.split('.');
  const members = Object.hasOwn(contexts, context) ? contexts[context as keyof typeof contexts] : {};
  const useCase = Object.hasOwn(members, member) ? (members as Record<string, unknown>)[member] : undefined;
  if (!isUseCase(useCase)) throw new TypeError(`There is no use case ${name}.`);
  return useCase as UseCase<Ports, unknown, unknown>;
}

/** A backend on an application of this process; `operator` is recorded as `cli:<operator>` in the audit log. */
export function localBackend(application: Application, operator = operatorName()): Backend {
  const { core, settings, log } = application;
  const dispatch = createDispatch({
    policy: inventoryPolicy({ requireIfMatch: settings.requireIfMatch }),
    routes: inventoryRoutes({ publicDocs: settings.publicDocs }),
    core,
    onFailure: (cause) => log.error('call failed', cause),
  });
  const shop = shopCaller(application);
  const actor = async (as: string | undefined): Promise<Actor> => ({
    ...(await application.actor('command_line', as)),
    operator: `cli:${operator}`,
  });
  return {
    run: async (useCase, input, as) => core.run(useCase, await actor(as), input),
    call: async (request, as) => {
      const identify = () => actor(as);
      return shop.hasRoute(request.path)
        ? shop.call(request, identify)
        : dispatch(toRestRequest(request, {}), identify);
    },
    close: () => application.close(),
  };
}
