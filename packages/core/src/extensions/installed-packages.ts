import type { InstalledPackages } from '../commerce/index.ts';
import type { Extension } from './extension.ts';
import type { ExtensionPorts } from './ports.ts';

/** The installed extensions for other contexts. */
export const createInstalledPackages = ({ extensions }: Pick<ExtensionPorts, 'extensions'>): InstalledPackages => ({
  list: async () => (await extensions.list()).map(packageOf),
});

const packageOf = ({ slug, version, folder, isActive, state }: Extension) => ({
  slug,
  version,
  folder,
  type: 'plugin' as const,
  isActive: isActive && state !== 'failed',
});
