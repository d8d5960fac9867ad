import { extensionHostUnavailable, installerUnavailable } from './errors.ts';
import type { ExtensionContribution, ExtensionInstaller, ExtensionLogs, ExtensionRuntime } from './ports.ts';

const none: readonly ExtensionContribution[] = [];

/** The runtime of a program that runs no extensions. */
export const noExtensionRuntime: ExtensionRuntime = {
  isAvailable: false,
  load: () => Promise.reject(extensionHostUnavailable()),
  unload: () => Promise.resolve(),
  contributions: () => none,
  contributionOf: () => Promise.resolve(undefined),
  mayListen: () => false,
  ask: () => Promise.reject(extensionHostUnavailable()),
  callRoute: () => Promise.reject(extensionHostUnavailable()),
};

/** The installer of a program without a folder of extensions. */
export const noExtensionInstaller: ExtensionInstaller = {
  place: () => Promise.reject(installerUnavailable()),
  open: () => Promise.reject(installerUnavailable()),
  read: () => Promise.reject(installerUnavailable()),
  findUnsigned: () => Promise.resolve(undefined),
  isUnsigned: () => false,
  remove: () => Promise.resolve(),
  sweep: () => Promise.resolve(0),
};

/** Keeps nothing that extensions log. */
export const noExtensionLogs: ExtensionLogs = {
  append: () => undefined,
  tail: () => Promise.resolve([]),
  remove: () => Promise.resolve(),
};
