/** Types of extensions of Backroom, and the function that declares one. */
export type {
  CallOptions,
  CallResult,
  ExtensionContext,
  ExtensionJobs,
  ExtensionLog,
  FetchInit,
  FetchResult,
  InterfaceCalls,
  KeyValueStore,
  SubmittedJob,
} from './context.ts';
export { defineExtension, defineRoute } from './define-extension.ts';
export type {
  ExtensionCaller,
  ExtensionChannel,
  ExtensionEvent,
  ExtensionModule,
  ExtensionRoute,
  ExtensionSuggestions,
  ExtensionTask,
  JobProgress,
  JobStepCall,
  ReportFilter,
  RouteCall,
} from './extension-module.ts';
export { ExtensionRefusal } from './extension-refusal.ts';
