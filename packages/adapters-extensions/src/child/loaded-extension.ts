import { pathToFileURL } from 'node:url';
import type { ExtensionContext, ExtensionEvent, ExtensionModule, JobStepCall, RouteCall } from '@backroom/extension';
import type { ExtensionOperation } from '../protocol/messages.ts';

/** One event as the server sends it. */
type SentEvent = ExtensionEvent & { readonly type: string };

/** The index of a route among the declared ones, and its call. */
interface SentRouteCall extends RouteCall<never> {
  readonly route: number;
}

/** A channel by its slug, and one of its functions. */
interface SentChannelCall {
  readonly channel: string;
  readonly question: 'state' | 'campaigns' | 'campaignTypes';
}

interface SentJobCall extends JobStepCall {
  readonly kind: string;
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
    const { events = {}, routes = [], channels = [], jobs = {} } = this.#module;
    const { tasks = [], suggestions = {}, options = {}, settings = {}, reportFilters = [] } = this.#module;
    return {
      members: Object.keys(this.#module),
      events: Object.keys(events),
      routes: routes.map(({ handle: _, ...route }) => route),
      channels: channels.map(({ slug, name, description, icon, settingsUrl }) => ({
        slug,
        name,
        description,
        icon,
        settings_url: settingsUrl,
      })),
      jobs: Object.keys(jobs),
      report_filters: reportFilters,
      tasks,
      suggestions,
      options,
      settings,
    };
  }

  async call(operation: ExtensionOperation, input: unknown): Promise<unknown> {
    switch (operation) {
      case 'event':
        await this.#handle(input as SentEvent);
        return undefined;
      case 'route':
        return this.#answer(input as SentRouteCall);
      case 'tasks':
        return (await this.#module.completedTasks?.(this.#context)) ?? [];
      case 'channel':
        return this.#ask(input as SentChannelCall);
      case 'job':
        return this.#work(input as SentJobCall);
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

  async #ask({ channel, question }: SentChannelCall): Promise<unknown> {
    const declared = this.#module.channels?.find(({ slug }) => slug === channel);
    return (await declared?.[question]?.(this.#context)) ?? [];
  }

  async #work({ kind, ...call }: SentJobCall): Promise<unknown> {
    const handle = this.#module.jobs?.[kind];
    if (!handle) throw new TypeError(`There is no job ${kind}.`);
    return (await handle(call, this.#context)) ?? {};
  }
}
