// The build, and the record of the last successful one.

import fs from 'node:fs';
import path from 'node:path';
import { Failure, root, say, toolFolder } from './common.mjs';
import { packageFolders } from './packages.mjs';
import { digest, listFiles, readText, writeRecord } from './records.mjs';
import { isStopping, launch } from './run.mjs';

/** The built program. */
export const main = 'packages/cli/dist/main.js';

const bundler = 'scripts/bundle-packages.ts';

/** The packages that programs import; the web application has a build of its own. */
const libraries = () => packageFolders().filter((folder) => fs.existsSync(path.join(folder, 'src/index.ts')));

/** A fingerprint of names, sizes and modification times, because reading hundreds of files would be slower. */
function sourcesFingerprint() {
  const files = libraries().flatMap((folder) => [
    path.join(folder, 'tsconfig.json'),
    path.join(folder, 'package.json'),
    ...listFiles(path.join(folder, 'src')),
  ]);
  files.push(...['tsconfig.base.json', 'pnpm-lock.yaml', bundler].map((file) => path.join(root, file)));
  return digest(
    ...files.sort().map((file) => {
      const stat = fs.statSync(file, { throwIfNoEntry: false });
      return `${path.relative(root, file)} ${stat?.size} ${stat?.mtimeMs}`;
    }),
  );
}

const buildRecord = path.join(toolFolder, 'built');

const isBundled = (folder) => fs.existsSync(path.join(folder, 'dist/index.js'));

/** Whether the libraries were built from the current sources. */
export const buildIsReady = () => libraries().every(isBundled) && readText(buildRecord) === sourcesFingerprint();

/** Checks the types of a project and its references, and beside that bundles all libraries where sources have changed. */
export async function build(project, node, env) {
  const fingerprint = sourcesFingerprint();
  const programs = [['node_modules/typescript/bin/tsc', '-b', project]];
  if (!buildIsReady()) {
    say('Building…');
    // Bundles of a build that fails or is killed do not count, even if its sources are put back.
    fs.rmSync(buildRecord, { force: true });
    programs.push([bundler]);
  }
  // Compiler output goes to the error output: the standard output belongs to the command.
  const codes = await Promise.all(programs.map((args) => launch(node, args, { env, stdio: ['ignore', 2, 2] }).ended));
  if (isStopping()) throw new Failure('Stopped.');
  if (codes.some((code) => code !== 0)) throw new Failure('The build failed, see above.');
  writeRecord(buildRecord, fingerprint);
}
