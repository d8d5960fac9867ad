// Tools: pnpm always, Node only when the one that runs us is too old.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, platform, root, say, toolFolder } from './common.mjs';
import { install, patience } from './install.mjs';
import { digest, readText, writeRecord } from './records.mjs';

/** Without what npm tells its scripts, which pnpm would take for its own settings; where the registry is must stay. */
function cleanEnvironment(nodeFolder) {
  const kept = /^npm_config_(registry|cafile|proxy|https_proxy|noproxy|cache)$/i;
  const env = {};
  let pathName = 'PATH';
  for (const [name, value] of Object.entries(process.env)) {
    if (/^npm_/i.test(name) && !kept.test(name)) continue;
    if (name.toUpperCase() === 'PATH') pathName = name;
    env[name] = value;
  }
  if (nodeFolder !== undefined) env[pathName] = nodeFolder + path.delimiter + (env[pathName] ?? '');
  return env;
}

/** npm as a script for our own Node, which needs no shell; only if it is nowhere to be seen, by its name. */
function npmCommand() {
  const nodeFolder = path.dirname(process.execPath);
  const scripts = [
    process.env.npm_execpath,
    path.join(nodeFolder, 'node_modules/npm/bin/npm-cli.js'),
    path.join(nodeFolder, '../lib/node_modules/npm/bin/npm-cli.js'),
  ];
  const script = scripts.find((file) => file !== undefined && /npm-cli\.c?js$/.test(file) && fs.existsSync(file));
  if (script !== undefined) return { command: process.execPath, first: [script], options: {} };
  return { command: 'npm', first: [], options: { shell: process.platform === 'win32' } };
}

function toolFingerprint(name) {
  const source = path.join(root, 'toolchain', name);
  return digest(
    platform,
    readText(path.join(source, 'package.json')),
    readText(path.join(source, 'package-lock.json')),
  );
}

const toolRecord = (name) => path.join(toolFolder, name, 'installed');
const toolIsReady = (name) => readText(toolRecord(name)) === toolFingerprint(name);

/**
 * `npm install`, not `npm ci`: it holds to the versions and checksums of the lock file just the same, but accepts that
 * the file does not list pnpm's program for every platform there is.
 */
async function installTool(name, title) {
  const folder = path.join(toolFolder, name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    fs.copyFileSync(path.join(root, 'toolchain', name, file), path.join(folder, file));
  }
  const { command, first, options } = npmCommand();
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', ...patience];
  await install(title, { ...options, command, args: [...first, ...args], cwd: folder, env: cleanEnvironment() });
  writeRecord(toolRecord(name), toolFingerprint(name));
}

const newEnoughNode = 24;
const ownNodeIsNewEnough = Number(process.versions.node.split('.')[0]) >= newEnoughNode;

/** The program file inside whichever platform package was installed. */
function fetchedNode() {
  const packages = path.join(toolFolder, 'node', 'node_modules');
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  let names = [];
  try {
    names = fs.readdirSync(packages);
  } catch {
    // Not installed.
  }
  return names.map((name) => path.join(packages, name, file)).find((candidate) => fs.existsSync(candidate));
}

/** Whether `installTools` would have nothing to do. */
export const toolsAreReady = () => toolIsReady('pnpm') && (ownNodeIsNewEnough || toolIsReady('node'));

/** Fetches the tools that are missing or of another version than `toolchain` names. */
export async function installTools() {
  const missing = [];
  if (!toolIsReady('pnpm')) missing.push(['pnpm', 'pnpm']);
  if (!ownNodeIsNewEnough && !toolIsReady('node')) missing.push(['node', 'a newer Node']);
  if (missing.length === 0) return;
  say(`Installing ${missing.map(([, title]) => title).join(' and ')}…`);
  await Promise.all(missing.map(([name, title]) => installTool(name, title)));
  if (!ownNodeIsNewEnough) demandFetchedNode();
}

function demandFetchedNode() {
  const node = fetchedNode();
  if (node !== undefined && spawnSync(node, ['--version']).status === 0) return;
  fs.rmSync(toolRecord('node'), { force: true });
  throw new Failure(
    `Node ${process.versions.node} is too old, and no newer one for ${platform} could be fetched. ` +
      `Please install Node ${newEnoughNode} or newer and try again.`,
  );
}

/** The Node that runs the commands: the one that runs us, or the fetched one. */
export const chosenNode = () => (ownNodeIsNewEnough ? process.execPath : fetchedNode());

/** The environment of the commands, in which `node` means this Node. */
export const environmentFor = (node) => cleanEnvironment(ownNodeIsNewEnough ? undefined : path.dirname(node));
