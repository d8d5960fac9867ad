/** The host of extensions: each runs in a child process of its own. */

export { RuntimeChannels } from './contributions/extension-channels.ts';
export { RuntimeSuggestions } from './contributions/extension-suggestions.ts';
export { RuntimeTasks, type TaskParts } from './contributions/extension-tasks.ts';
export { ExtensionHost, type HostParts, type HostServices } from './host/extension-host.ts';
export { createServices, type ServiceParts } from './host/extension-services.ts';
export { type InterfaceParts, InterfaceRequests } from './host/interface-calls.ts';
export { type ExtensionLimits, extensionLimits } from './process/extension-limits.ts';
export { ExtensionAnswer, ExtensionProcess, type ProcessSurroundings } from './process/extension-process.ts';
