// Fetches tools: pnpm always, Node only when the running one is too old.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, platform, root, say, toolFolder } from './common.mjs';
import { install, retryOptions } from './install.mjs';
import { digest, readText, writeRecord } from './records.mjs';

/** The environment without npm's variables, which pnpm would read as its settings, but with those of the registry. */
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

/** npm as a script for the running Node, which needs no shell; by name if the script is not found. */
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
 * `npm install` instead of `npm ci`: it also respects the versions and checksums of the lock file, but accepts that the
 * file lacks pnpm's binaries for some platforms.
 */
async function installTool(name, title) {
  const folder = path.join(toolFolder, name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    fs.copyFileSync(path.join(root, 'toolchain', name, file), path.join(folder, file));
  }
  const { command, first, options } = npmCommand();
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', ...retryOptions];
  await install(title, { ...options, command, args: [...first, ...args], cwd: folder, env: cleanEnvironment() });
  writeRecord(toolRecord(name), toolFingerprint(name));
}

const newEnoughNode = 24;
const ownNodeIsNewEnough = Number(process.versions.node.split('.')[0]) >= newEnoughNode;

/** The Node binary of the installed platform package. */
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
export const toolsAreReady = (more = []) =>
  toolIsReady('pnpm') && (ownNodeIsNewEnough || toolIsReady('node')) && more.every(([name]) => toolIsReady(name));

/** Fetches tools that are missing, or differ from the versions in `toolchain`; `more` are pairs of folder and title. */
export async function installTools(more = []) {
  const missing = more.filter(([name]) => !toolIsReady(name));
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

/** The Node for the commands: the running one, or the fetched one. */
export const chosenNode = () => (ownNodeIsNewEnough ? process.execPath : fetchedNode());

/** The environment of the commands, whose PATH begins with that Node. */
export const environmentFor = (node) => cleanEnvironment(ownNodeIsNewEnough ? undefined : path.dirname(node));
