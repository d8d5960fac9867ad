import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demandRun, npmScript, pnpmScript, yarnScripts } from './programs.ts';

/** What a project depends on: packed files by package, and packages of the registry by version. */
export interface Dependencies {
  readonly packed: Readonly<Record<string, string>>;
  readonly others: Readonly<Record<string, string>>;
}

/** Installs dependencies into a folder. */
export interface PackageManager {
  readonly name: string;
  install(node: string, folder: string, dependencies: Dependencies): Promise<void>;
}

const filesOf = ({ packed }: Dependencies): Record<string, string> =>
  Object.fromEntries(Object.entries(packed).map(([name, path]) => [name, `file:${path}`]));

async function writeManifest(folder: string, dependencies: Dependencies, more: object = {}): Promise<void> {
  const manifest = {
    name: 'embedding-program',
    version: '1.0.0',
    private: true,
    type: 'module',
    dependencies: { ...filesOf(dependencies), ...dependencies.others },
    ...more,
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}

const registry = async (node: string, folder: string) =>
  (await demandRun(node, [npmScript(), 'config', 'get', 'registry'], folder)).trim();

export const npm: PackageManager = {
  name: 'npm',
  async install(node, folder, dependencies) {
    await writeManifest(folder, dependencies);
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--engine-strict'];
    await demandRun(node, [npmScript(), 'install', ...flags], folder);
  },
};

export const pnpm: PackageManager = {
  name: 'pnpm',
  async install(node, folder, dependencies) {
    await writeManifest(folder, dependencies);
    const overrides = Object.entries(filesOf(dependencies)).map(([name, file]) => `  '${name}': '${file}'\n`);
    await writeFile(join(folder, 'pnpm-workspace.yaml'), `overrides:\n${overrides.join('')}engineStrict: true\n`);
    const env = { pnpm_config_registry: await registry(node, folder) };
    const flags = ['--ignore-scripts', '--prefer-offline', '--no-frozen-lockfile', '--config.network-concurrency=12'];
    await demandRun(node, [pnpmScript, 'install', ...flags], folder, env);
  },
};

export const yarnClassic: PackageManager = {
  name: 'yarn 1',
  async install(node, folder, dependencies) {
    await writeManifest(folder, dependencies, { resolutions: filesOf(dependencies) });
    const flags = [
      '--ignore-scripts',
      '--non-interactive',
      '--no-lockfile',
      '--prefer-offline',
      '--network-timeout=60000',
    ];
    // Its cache names tarballs of a path and version once and for all.
    const cache = ['--cache-folder', join(folder, '.cache')];
    const env = { yarn_registry: await registry(node, folder) };
    await demandRun(node, [(await yarnScripts()).classic, 'install', ...flags, ...cache], folder, env);
  },
};

export const yarnModern: PackageManager = {
  name: 'yarn 4',
  async install(node, folder, dependencies) {
    await writeManifest(folder, dependencies, { resolutions: filesOf(dependencies) });
    const settings = {
      nodeLinker: 'node-modules',
      enableScripts: false,
      enableTelemetry: false,
      enableGlobalCache: true,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}\n`);
    await writeFile(join(folder, '.yarnrc.yml'), lines.join(''));
    await writeFile(join(folder, 'yarn.lock'), '');
    const env = { YARN_NPM_REGISTRY_SERVER: await registry(node, folder), YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' };
    await demandRun(node, [(await yarnScripts()).modern, 'install'], folder, env);
  },
};
