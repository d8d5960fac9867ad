// The build, and the record of the last successful one.

import fs from 'node:fs';
import path from 'node:path';
import { Failure, root, say, toolFolder } from './common.mjs';
import { packageFolders } from './packages.mjs';
import { digest, listFiles, readText, writeRecord } from './records.mjs';
import { isStopping, launch } from './run.mjs';

/** The built program. */
export const main = 'packages/cli/dist/main.js';

/** A fingerprint of names, sizes and modification times, because reading hundreds of files would be slower. */
function sourcesFingerprint() {
  const files = packageFolders().flatMap((folder) => [
    path.join(folder, 'tsconfig.json'),
    path.join(folder, 'package.json'),
    ...listFiles(path.join(folder, 'src')),
  ]);
  files.push(path.join(root, 'tsconfig.base.json'), path.join(root, 'pnpm-lock.yaml'));
  return digest(
    ...files.sort().map((file) => {
      const stat = fs.statSync(file, { throwIfNoEntry: false });
      return `${path.relative(root, file)} ${stat?.size} ${stat?.mtimeMs}`;
    }),
  );
}

const buildRecord = path.join(toolFolder, 'built');

/** Whether the program was built from the current sources. */
export const buildIsReady = () =>
  fs.existsSync(path.join(root, main)) && readText(buildRecord) === sourcesFingerprint();

/** Compiles a project and its references. */
export async function build(project, node, env) {
  const fingerprint = sourcesFingerprint();
  if (!buildIsReady()) say('Building…');
  // Compiler output goes to the error output: the standard output belongs to the command.
  const compiler = launch(node, ['node_modules/typescript/bin/tsc', '-b', project], { env, stdio: ['ignore', 2, 2] });
  const code = await compiler.ended;
  if (isStopping()) throw new Failure('Stopped.');
  if (code !== 0) throw new Failure('The build failed, see above.');
  writeRecord(buildRecord, fingerprint);
}
