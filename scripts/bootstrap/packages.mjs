// Installs the packages of the lock file with the pnpm of the toolchain.

import fs from 'node:fs';
import path from 'node:path';
import { platform, root, say, toolFolder } from './common.mjs';
import { install, retryOptions } from './install.mjs';
import { digest, listFiles, readText, writeRecord } from './records.mjs';

/** The folders of our own packages. */
export const packageFolders = () =>
  fs.readdirSync(path.join(root, 'packages')).map((name) => path.join(root, 'packages', name));

const packagesFingerprint = () =>
  digest(
    platform,
    ...[
      'package.json',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'test/package.json',
      'test/generated-client/package.json',
    ].map((file) => readText(path.join(root, file))),
    ...packageFolders().map((folder) => readText(path.join(folder, 'package.json'))),
  );

// Kept among the packages, so that deleting them deletes the record too.
const packagesRecord = path.join(root, 'node_modules', '.installed');

/** Whether `installPackages` would have nothing to do. */
export const packagesAreReady = () => readText(packagesRecord) === packagesFingerprint();

/** The pnpm binary where it can be found: its wrapper script does not forward signals. */
function pnpmCommand(node) {
  const modules = path.join(toolFolder, 'pnpm', 'node_modules');
  const program = listFiles(path.join(modules, '@pnpm')).find((file) => /^pnpm(\.exe)?$/.test(path.basename(file)));
  if (program !== undefined) return { command: program, first: [] };
  return { command: node, first: [path.join(modules, 'pnpm', 'bin', 'pnpm.mjs')] };
}

// The lock file was verified when it was written, and its checksums hold; verifying the age of every package with the
// registry would take longer than fetching them. Fewer connections than by default are faster, because some resolvers
// drop queries in bursts, which then time out.
const pnpmOptions = [
  '--frozen-lockfile',
  '--trust-lockfile',
  '--config.network-concurrency=12',
  ...retryOptions.map((option) => option.replace('--', '--config.')),
];

export async function installPackages(node, env) {
  if (packagesAreReady()) return;
  say('Installing packages…');
  const { command, first } = pnpmCommand(node);
  // pnpm reads the registry from variables with its own prefix.
  const ownNames = Object.entries(env).map(([key, value]) => [key.replace(/^npm_config_/i, 'pnpm_config_'), value]);
  const args = [...first, 'install', ...pnpmOptions];
  await install('the packages', { command, args, env: Object.fromEntries(ownNames) });
  writeRecord(packagesRecord, packagesFingerprint());
}
