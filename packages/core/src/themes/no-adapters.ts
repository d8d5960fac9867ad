import { themePackagesUnavailable } from './errors.ts';
import type { ThemePackages } from './ports.ts';

/** The packages of a program that installs no themes. */
export const noThemePackages: ThemePackages = {
  unpack: () => Promise.reject(themePackagesUnavailable()),
  fetch: () => Promise.reject(themePackagesUnavailable()),
};
