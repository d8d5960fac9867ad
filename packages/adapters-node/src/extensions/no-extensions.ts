import { noExtensionInstaller, noExtensionLogs, noExtensionRuntime } from '@backroom/core/extensions';
import { noThemePackages } from '@backroom/core/themes';

/** The ports of a program that installs neither extensions nor themes. */
export const noExtensions = {
  extensionInstaller: noExtensionInstaller,
  extensionLogs: noExtensionLogs,
  extensionRuntime: noExtensionRuntime,
  themePackages: noThemePackages,
};
