import type { InstalledPackages } from '../commerce/index.ts';
import type { Theme } from '../themes/index.ts';
import type { Extension } from './extension.ts';
import type { ExtensionPorts } from './ports.ts';

type InstalledPorts = Pick<ExtensionPorts, 'extensions' | 'themes'>;

/** The installed extensions and themes for other contexts. */
export const createInstalledPackages = ({ extensions, themes }: InstalledPorts): InstalledPackages => ({
  list: async () => [...(await extensions.list()).map(packageOf), ...(await themes.list()).map(themeOf)],
});

const themeOf = ({ slug, version, isActive }: Theme) => ({
  slug,
  version,
  folder: slug,
  type: 'theme' as const,
  isActive,
});

const packageOf = ({ slug, version, folder, isActive, state }: Extension) => ({
  slug,
  version,
  folder,
  type: 'plugin' as const,
  isActive: isActive && state !== 'failed',
});
