/** Extensions: their packages, installation, states and processes. */

export {
  type DeclaredChannel,
  type DeclaredReportFilter,
  type DeclaredRoute,
  type DeclaringExtension,
  type ExtensionDeclaration,
  readDeclaration,
} from './declaration.ts';
export {
  declarationInvalid,
  extensionFailed,
  extensionStoreFull,
  extensionUnavailable,
  extensionValueTooLarge,
  manifestInvalid,
  manifestMismatch,
  packageMismatch,
  packageUnavailable,
} from './errors.ts';
export {
  createEventOutbox,
  type DeliveryClaim,
  type ExtensionQueue,
  WAITING_EVENTS,
  type WaitingEvent,
} from './event-queue.ts';
export { extensionEvents } from './events.ts';
export {
  EXTENSION_API,
  EXTENSIONS,
  type Extension,
  type ExtensionState,
  extensionStates,
  type NewExtension,
} from './extension.ts';
export { createInstalledPackages } from './installed-packages.ts';
export { type ExtensionJobInput, type ExtensionJobPlace, extensionJob } from './jobs/extension-job.ts';
export { activateJob, installAndActivateJob, installJob, type SetupKind } from './jobs/setup-jobs.ts';
export { type ExtensionManifest, extensionRights, MANIFEST_BYTES, readManifest } from './manifest.ts';
export { noExtensionInstaller, noExtensionLogs, noExtensionRuntime } from './no-adapters.ts';
export {
  type ContributedQuestion,
  type ContributedRequest,
  EXTENSION_KEYS,
  EXTENSION_VALUE_BYTES,
  type ExtensionContribution,
  type ExtensionInstaller,
  type ExtensionLogs,
  type ExtensionPorts,
  type ExtensionRuntime,
  type ExtensionStore,
  type ExtensionValues,
  extensionPorts,
  type LoadResult,
  type PlacedPackage,
  type RequestedPackage,
} from './ports.ts';
export type { SetupState, SetupStates, SetupStatus } from './setup/set-up.ts';
export type { SetupJobReport } from './setup/setup-job.ts';
export type { UpdateOutcome } from './setup/update.ts';
export { activatePlugin, activateSubscription, type SubscriptionInput } from './use-cases/activate-offers.ts';
export { readExtensionIndex, routeOfExtension } from './use-cases/call-route.ts';
export {
  deactivateExtension,
  type ExtensionInput,
  type RemoveExtensionInput,
  removeExtension,
} from './use-cases/change-extension.ts';
export { failExtension } from './use-cases/fail-extension.ts';
export {
  type ExtensionLogInput,
  listActiveExtensions,
  listInstalledExtensions,
  readExtensionLog,
} from './use-cases/list-extensions.ts';
export {
  type ExtensionOffer,
  type InspectedExtension,
  inspectExtension,
  listExtensionOffers,
} from './use-cases/offers.ts';
export { openExtensionAccount } from './use-cases/open-account.ts';
export {
  offerPackage,
  openPackage,
  PACKAGE_ACTION,
  type PackageOffer,
} from './use-cases/package-downloads.ts';
export {
  listActivateJobs,
  listInstallJobs,
  type SetupJobInput,
  showActivateJob,
  showInstallAndActivateJob,
  showInstallJob,
} from './use-cases/read-setup-jobs.ts';
export {
  activateExtensions,
  installAndActivate,
  installExtensions,
  type SetupDone,
  type SetupNames,
  type SetupOutcome,
  type SetupRequest,
  submitInstallAndActivate,
} from './use-cases/set-up-extensions.ts';
export {
  type ChangeSettingsInput,
  changeExtensionSettings,
  type DeclaredSetting,
  describeExtensionSettings,
  type ExtensionSettings,
  readExtensionSettings,
} from './use-cases/settings.ts';
export { type SubmitJobInput, submitExtensionJob } from './use-cases/submit-job.ts';
export { resumeActivations, sweepExtensions } from './use-cases/tend-extensions.ts';
export { downgradeExtension, updateDueExtensions, updateExtension } from './use-cases/update-extensions.ts';
