/** An operation of the extension that the server asks for. */
export type ExtensionOperation = 'activate' | 'deactivate' | 'event' | 'route' | 'tasks' | 'channel' | 'job';

/** From the server to the process of an extension. */
export type ServerMessage =
  | { readonly type: 'load'; readonly slug: string; readonly entry: string }
  | { readonly type: 'call'; readonly id: number; readonly operation: ExtensionOperation; readonly input: unknown }
  | ResultMessage
  | { readonly type: 'ping' }
  | { readonly type: 'end' };

/** A request of the extension to the server. */
export type ServiceName = 'shop' | 'inventory' | 'fetch' | 'store' | 'settings' | 'jobs';

/** From the process of an extension to the server. */
export type ProcessMessage =
  | { readonly type: 'loaded'; readonly declaration: unknown }
  | { readonly type: 'not loaded'; readonly message: string }
  | { readonly type: 'ask'; readonly id: number; readonly service: ServiceName; readonly input: unknown }
  | ResultMessage
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string }
  | { readonly type: 'pong' };

/** The answer to the call or request of an id. */
export type ResultMessage =
  | { readonly type: 'result'; readonly id: number; readonly value?: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly refusal: RefusalMessage };

/** A refusal or failure. */
export interface RefusalMessage {
  /** Undefined for a failure that is no refusal. */
  readonly code?: string;
  readonly message: string;
  readonly status?: number;
}

/** Maximum bytes of one message, in either direction. */
export const LARGEST_MESSAGE = 1_048_576;

/** The descriptor of the message channel in the process of an extension. */
export const CHANNEL_DESCRIPTOR = 3;
