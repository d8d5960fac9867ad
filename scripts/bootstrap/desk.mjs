// The build of the web application, and the record of the last successful one.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, root, say, toolFolder } from './common.mjs';
import { digest, listFiles, readText, writeRecord } from './records.mjs';
import { isStopping, launch } from './run.mjs';

const folder = path.join(root, 'packages/desk');
const record = path.join(toolFolder, 'desk-built');

/** A fingerprint of names, sizes and modification times; types that are generated are no part of the result. */
function sourcesFingerprint() {
  const files = [
    ...['package.json', 'index.html', 'vite.config.ts'].map((name) => path.join(folder, name)),
    ...['src', 'build'].flatMap((name) => listFiles(path.join(folder, name))),
    path.join(root, 'pnpm-lock.yaml'),
  ].filter((file) => !file.endsWith('.d.ts'));
  return digest(
    ...files.sort().map((file) => {
      const stat = fs.statSync(file, { throwIfNoEntry: false });
      return `${path.relative(root, file)} ${stat?.size} ${stat?.mtimeMs}`;
    }),
  );
}

/** Whether the application was built from the current sources. */
export const deskIsReady = () =>
  fs.existsSync(path.join(folder, 'dist/files.json')) && readText(record) === sourcesFingerprint();

/** The commit of the sources; empty outside of a repository. */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

let written;

/** Writes the types and limits that the application takes from the built program, once; resolves to the exit code. */
export function writeDeskTypes(node, env, started = () => {}) {
  if (written === undefined) {
    const { child, ended } = launch(node, ['scripts/write-desk-types.ts'], { cwd: root, env, stdio: ['ignore', 2, 2] });
    started(child);
    written = ended;
  }
  return written;
}

async function bundle(node, env, started = () => {}) {
  const code = await writeDeskTypes(node, env, started);
  if (code !== 0 || isStopping()) return code;
  const fingerprint = sourcesFingerprint();
  const options = { cwd: folder, env: { ...env, BACKROOM_COMMIT: commit().trim() }, stdio: ['ignore', 'ignore', 2] };
  const vite = launch(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], options);
  started(vite.child);
  const ended = await vite.ended;
  if (ended === 0) writeRecord(record, fingerprint);
  return ended;
}

/** Builds the application. */
export async function buildDesk(node, env) {
  if (deskIsReady()) return;
  say('Building the web application…');
  const code = await bundle(node, env);
  if (isStopping()) throw new Failure('Stopped.');
  if (code !== 0) throw new Failure('The web application could not be built, see above.');
}

/** Builds the application beside a server that is starting, which has precedence. */
export async function buildDeskBeside(node, env) {
  if (deskIsReady()) return;
  const code = await bundle(node, env, (child) => os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW));
  if (code !== 0 && !isStopping()) say('The web application could not be built, see above.');
}
