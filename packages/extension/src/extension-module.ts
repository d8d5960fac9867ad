import type { Access, EventName, EventOf } from '@backroom/core';
import type { InputOf, Method, Schema, Schemas } from '@backroom/core/interface';
import type { ExtensionContext } from './context.ts';

/** An event, delivered at least once and in order. */
export interface ExtensionEvent<K extends EventName = EventName> {
  /** The same at each delivery of the event, and greater than those of earlier events. */
  readonly id: number;
  readonly type: K;
  /** When the event was stored (RFC 3339). */
  readonly at: string;
  /** The members of the event, as JSON: times are RFC 3339 texts. */
  readonly data: Omit<EventOf<K>, 'type'>;
}

/** The caller of a route. */
export interface ExtensionCaller {
  readonly userId: number | null;
  readonly username: string | null;
}

/** One request to a route of the extension. */
export interface RouteCall<Params> {
  /** The validated parameters, by camelCase names. */
  readonly params: Params;
  readonly caller: ExtensionCaller;
}

/** Refusals that a route may answer with, by kind. */
type RouteRefusals = Readonly<Partial<Record<'invalid' | 'not-found' | 'conflict', readonly string[]>>>;

/** A route below `x/<slug>/v1`, listed in the site index and in the OpenAPI document. */
export interface ExtensionRoute<P extends Schemas = Schemas> {
  readonly methods: readonly Method[];
  /** Such as `/levels` or `/levels/{id}`. A variable is digits if its parameter is an integer, else letters, digits, `_` and `-`. */
  readonly path: string;
  readonly summary: string;
  /** Who may use it: `anyone`, `signed-in`, or a right. */
  readonly access: Exclude<Access, 'own-session'>;
  /** By names with underscores. Patterns are not permitted. */
  readonly params?: P;
  /** The answer, for the documentation. */
  readonly returns?: Schema;
  readonly refusals?: RouteRefusals;
  /** Answers within 5 seconds with a JSON-serialisable value of at most 1 MiB. */
  handle(call: RouteCall<InputOf<P>>, context: ExtensionContext): unknown;
}

/** A task of onboarding; the shop has the lists `setup`, `extended` and `secret_tasklist`. */
export interface ExtensionTask {
  /** Begins with the slug of the extension. */
  readonly id: string;
  readonly listId: 'setup' | 'extended' | 'secret_tasklist';
  readonly title: string;
  readonly content: string;
  readonly actionLabel?: string;
  readonly actionUrl?: string;
  /** How long it takes, for people: `2 minutes`. */
  readonly time?: string;
  /** Importance, 1 to 9. */
  readonly level?: number;
  readonly isDismissable?: boolean;
  readonly isSnoozeable?: boolean;
}

/** A marketing channel. What its functions return has the members of `docs/extensions.md`. */
export interface ExtensionChannel {
  /** The slug of the extension, or one that begins with it. */
  readonly slug: string;
  readonly name: string;
  readonly description?: string;
  readonly icon?: string;
  readonly settingsUrl?: string;
  state(context: ExtensionContext): unknown;
  campaigns?(context: ExtensionContext): unknown;
  campaignTypes?(context: ExtensionContext): unknown;
}

/** Suggestions of ways of payment and of shipping partners, in the form of `docs/suggestions.md`. */
export interface ExtensionSuggestions {
  readonly payments?: readonly Readonly<Record<string, unknown>>[];
  readonly shipping?: readonly Readonly<Record<string, unknown>>[];
}

/** A parameter of the reports that have `attribute_is`: it stands for one pair of attribute and value. */
export interface ReportFilter {
  /** The name of the parameter: the slug of the extension with underscores, an underscore, and a name of its own. */
  readonly param: string;
  /** The key of the attribute of products: `pa_colour`. */
  readonly attribute: string;
  readonly description: string;
  /** The permitted values; any text of up to 200 characters without them. */
  readonly values?: readonly string[];
}

/** What a job has got, and where it is. */
export interface JobStepCall {
  readonly input: Readonly<Record<string, unknown>>;
  /** What the step before returned; undefined in the first. */
  readonly checkpoint: unknown;
}

/** What a step of a job returns: with a checkpoint the job goes on, without one it is done. */
export interface JobProgress {
  /** At most 64 KiB as JSON. */
  readonly checkpoint?: unknown;
  readonly done?: number;
  readonly total?: number;
}

/** Does a step of a background job. Each has 5 seconds, and is repeated after a failure or a lost process. */
type DoJobStep = (
  call: JobStepCall,
  context: ExtensionContext,
) => JobProgress | undefined | Promise<JobProgress | undefined>;

/** An extension, as its entry module exports it by default. */
export interface ExtensionModule {
  /** Handlers of events by type. Each has 5 seconds; one that fails is called again for the same event. */
  readonly events?: { readonly [K in EventName]?: (event: ExtensionEvent<K>, context: ExtensionContext) => unknown };
  readonly routes?: readonly ExtensionRoute[];
  /** Tasks of onboarding. */
  readonly tasks?: readonly ExtensionTask[];
  /** Ids of the tasks that are complete now: of its own, or of those that a report completes, such as `payments`. */
  readonly completedTasks?: (context: ExtensionContext) => readonly string[] | Promise<readonly string[]>;
  readonly channels?: readonly ExtensionChannel[];
  readonly suggestions?: ExtensionSuggestions;
  /** Options that clients may read and change, by names that begin with `shop_` and the slug with underscores. */
  readonly options?: Schemas;
  /** Settings of the extension, which an administrator changes. */
  readonly settings?: Schemas;
  /** Handlers of background jobs by kind. */
  readonly jobs?: Readonly<Record<string, DoJobStep>>;
  readonly reportFilters?: readonly ReportFilter[];
  /** Called once when an administrator activates the extension; it stays inactive if this fails. */
  readonly activate?: (context: ExtensionContext) => unknown;
  /** Called once when an administrator deactivates the extension, which a failure does not prevent. */
  readonly deactivate?: (context: ExtensionContext) => unknown;
}
