import { pathToFileURL } from 'node:url';
import type { ExtensionContext, ExtensionEvent, ExtensionModule, RouteCall } from '@backroom/extension';
import type { ExtensionOperation } from '../protocol/messages.ts';

/** One event as the server sends it. */
type SentEvent = ExtensionEvent & { readonly type: string };

/** The index of a route among the declared ones, and its call. */
interface SentRouteCall extends RouteCall<never> {
  readonly route: number;
}

/** The module of an extension, and calls into it. */
export class LoadedExtension {
  readonly #module: ExtensionModule;
  readonly #context: ExtensionContext;

  private constructor(module: ExtensionModule, context: ExtensionContext) {
    this.#module = module;
    this.#context = context;
  }

  /** @throws whatever the module throws, and TypeError if it exports no declaration */
  static async load(entry: string, context: ExtensionContext): Promise<LoadedExtension> {
    const { default: module } = (await import(pathToFileURL(entry).href)) as { readonly default?: unknown };
    if (typeof module !== 'object' || module === null) throw new TypeError('The entry module has no default export.');
    return new LoadedExtension(module, context);
  }

  /** The declaration as data, without its functions; the server checks it. */
  declaration(): unknown {
    const { events = {}, routes = [] } = this.#module;
    return {
      members: Object.keys(this.#module),
      events: Object.keys(events),
      routes: routes.map(({ handle: _, ...route }) => route),
    };
  }

  async call(operation: ExtensionOperation, input: unknown): Promise<unknown> {
    switch (operation) {
      case 'event':
        await this.#handle(input as SentEvent);
        return undefined;
      case 'route':
        return this.#answer(input as SentRouteCall);
      default:
        await this.#module[operation]?.(this.#context);
        return undefined;
    }
  }

  async #handle(event: SentEvent): Promise<void> {
    const handler = this.#module.events?.[event.type] as
      | ((event: SentEvent, context: ExtensionContext) => unknown)
      | undefined;
    await handler?.(event, this.#context);
  }

  async #answer({ route, ...call }: SentRouteCall): Promise<unknown> {
    const declared = this.#module.routes?.[route];
    return (await declared?.handle(call, this.#context)) ?? null;
  }
}
