/** Types of extensions of Backroom, and the function that declares one. */
export type {
  CallOptions,
  CallResult,
  ExtensionContext,
  ExtensionLog,
  FetchInit,
  FetchResult,
  InterfaceCalls,
  KeyValueStore,
} from './context.ts';
export { defineExtension, defineRoute } from './define-extension.ts';
export type {
  ExtensionCaller,
  ExtensionEvent,
  ExtensionModule,
  ExtensionRoute,
  RouteCall,
} from './extension-module.ts';
export { ExtensionRefusal } from './extension-refusal.ts';
