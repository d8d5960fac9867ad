// Makes every root script work from a bare checkout: it fetches the tools, installs the packages, builds,
// and then runs the command with a Node that is new enough. Whatever is already there is left alone, so the
// second run starts at once. Plain JavaScript without dependencies, because nothing is installed yet when it runs.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const toolFolder = path.join(root, '.toolchain');
const newEnoughNode = 24;

const everything = 'tsconfig.json';
const program = 'packages/cli';
const main = 'packages/cli/dist/main.js';

/**
 * What each root script does: which project it builds, whether it trusts the record of the last build, and what it
 * runs. Only `start` and `backroom` trust the record: there a start-up in a blink is worth more than a second look.
 */
const commands = {
  start: { build: program, trustRecord: true, run: [main, 'serve', '--migrate'] },
  backroom: { build: program, trustRecord: true, run: [main] },
  test: { build: everything, run: ['node_modules/vitest/vitest.mjs', 'run'] },
  bench: { build: program, run: ['test/bench/main.ts'] },
  docs: { build: program, run: ['scripts/write-docs.ts'] },
  build: { build: everything },
  check: { build: everything, run: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
  lint: { run: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
};

class Failure extends Error {}

const say = (text) => process.stderr.write(`${text}\n`);

// ---------------------------------------------------------------------------------------------------------------
// Child processes. Each one is remembered until it ends, so that none outlives this process.

const running = new Set();
let stopping = false;

function launch(command, args, options) {
  const child = spawn(command, args, { cwd: root, windowsHide: true, ...options });
  running.add(child);
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0));
    });
  });
  return { child, ended };
}

function stopChildren(signal) {
  stopping = true;
  for (const child of running) child.kill(signal);
  if (running.size === 0) process.exit(128 + os.constants.signals[signal]);
}

// A terminal sends Ctrl-C to every process of the group, the child included; handing it on would deliver it twice,
// and a server takes the second one as "at once, please".
process.on('SIGINT', () => {
  if (process.stdin.isTTY && running.size > 0) stopping = true;
  else stopChildren('SIGINT');
});
process.on('SIGTERM', () => stopChildren('SIGTERM'));

/**
 * npm passes a signal only to the shell it started, and none at all when it is killed. So when npm started us, we watch
 * whether the shell is still our parent and npm still the shell's, and stop the child when one of them is gone.
 */
function stopWhenNpmIsGone() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const ancestors = () => {
    let grandparent = '';
    try {
      // The process name stands in brackets and may hold blanks: the parent is the second word after it.
      const status = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
      grandparent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1] ?? '';
    } catch {
      // Not Linux: the parent alone must do.
    }
    return `${process.ppid} ${grandparent}`;
  };
  const atStart = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === atStart) return;
    clearInterval(timer);
    stopChildren('SIGTERM');
    setTimeout(() => {
      for (const child of running) child.kill('SIGKILL');
      process.exit(1);
    }, 20_000).unref();
  }, 500);
  timer.unref();
}

// ---------------------------------------------------------------------------------------------------------------
// Records of finished work: a small file that holds the fingerprint of what the work was made from.

const digest = (...parts) => createHash('sha256').update(parts.join('\0')).digest('hex');
const platform = `${process.platform}-${process.arch}`;

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function writeRecord(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, text);
  fs.renameSync(draft, file);
}

function listFiles(folder) {
  let entries;
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(full) : [full];
  });
}

const packageFolders = () =>
  fs.readdirSync(path.join(root, 'packages')).map((name) => path.join(root, 'packages', name));

const packagesFingerprint = () =>
  digest(
    platform,
    ...['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'test/package.json'].map((file) =>
      readText(path.join(root, file)),
    ),
    ...packageFolders().map((folder) => readText(path.join(folder, 'package.json'))),
  );

/** Names, sizes and times of the sources: reading some hundred files would cost more than all the rest. */
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

// ---------------------------------------------------------------------------------------------------------------
// One at a time: two commands started together must not install into the same folders.

const lockFile = path.join(toolFolder, 'lock');

function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** A lock nobody holds any more: its process is gone, or it is too old to be believed (a number used again). */
function isAbandoned(owner) {
  const age = Date.now() - (fs.statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return owner === '' ? age > 10_000 : age > 15 * 60_000 || !isAlive(Number(owner));
}

function tryLock(owner) {
  try {
    fs.writeFileSync(lockFile, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

async function takeLock() {
  fs.mkdirSync(toolFolder, { recursive: true });
  process.once('exit', releaseLock);
  for (let waited = false; !tryLock(String(process.pid)); waited = true) {
    const owner = readText(lockFile);
    if (isAbandoned(owner)) {
      // Moved away rather than deleted: if another process was faster and the lock is a new one by now, it is put back.
      const moved = `${lockFile}.${process.pid}`;
      try {
        fs.renameSync(lockFile, moved);
        if (readText(moved) !== owner) tryLock(readText(moved));
        fs.rmSync(moved);
      } catch {
        // Somebody else dealt with it.
      }
      continue;
    }
    if (!waited) say('Waiting for another command that installs or builds…');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function releaseLock() {
  if (readText(lockFile) === String(process.pid)) fs.rmSync(lockFile, { force: true });
}

// ---------------------------------------------------------------------------------------------------------------
// Tools: pnpm always, Node only when the one that runs us is too old.

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

/** Runs an installer silently; what it printed is shown only if it fails. */
async function install(what, command, args, options) {
  const { child, ended } = launch(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  let code;
  try {
    code = await ended;
  } catch (error) {
    throw new Failure(`Could not install ${what}: ${error.message}`);
  }
  if (stopping) throw new Failure('Stopped.');
  if (code === 0) return;
  say(output.trim().split('\n').slice(-25).join('\n'));
  const offline =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|error sending request|dns error/i;
  throw new Failure(
    offline.test(output)
      ? `Could not install ${what}: the npm registry was not reached. It is needed once; later runs work without a network.`
      : `Could not install ${what}: the installer ended with code ${code}, see above.`,
  );
}

// Both installers would try for minutes before they say that there is no network.
const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000'];

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
  await install(title, command, [...first, ...args], { ...options, cwd: folder, env: cleanEnvironment() });
  writeRecord(toolRecord(name), toolFingerprint(name));
}

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

const toolsAreReady = () => toolIsReady('pnpm') && (ownNodeIsNewEnough || toolIsReady('node'));

async function installTools() {
  const missing = [];
  if (!toolIsReady('pnpm')) missing.push(['pnpm', 'pnpm']);
  if (!ownNodeIsNewEnough && !toolIsReady('node')) missing.push(['node', 'a newer Node']);
  if (missing.length === 0) return;
  say(`Installing ${missing.map(([, title]) => title).join(' and ')}…`);
  await Promise.all(missing.map(([name, title]) => installTool(name, title)));
  if (!ownNodeIsNewEnough) {
    const node = fetchedNode();
    if (node === undefined || spawnSync(node, ['--version']).status !== 0) {
      fs.rmSync(toolRecord('node'), { force: true });
      throw new Failure(
        `Node ${process.versions.node} is too old, and no newer one for ${platform} could be fetched. ` +
          `Please install Node ${newEnoughNode} or newer and try again.`,
      );
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Packages and build.

// Kept among the packages, so that deleting them deletes the record too.
const packagesRecord = path.join(root, 'node_modules', '.installed');
const packagesAreReady = () => readText(packagesRecord) === packagesFingerprint();

/** The program itself where it can be found: its wrapper script would leave it running when it is stopped. */
function pnpmCommand(node) {
  const modules = path.join(toolFolder, 'pnpm', 'node_modules');
  const program = listFiles(path.join(modules, '@pnpm')).find((file) => /^pnpm(\.exe)?$/.test(path.basename(file)));
  if (program !== undefined) return { command: program, first: [] };
  return { command: node, first: [path.join(modules, 'pnpm', 'bin', 'pnpm.mjs')] };
}

// The lock file was checked when it was written, and its checksums hold: asking the registry about the age of every
// package again would take longer than fetching them. Fewer connections than pnpm would open are faster as well,
// because a burst of name look-ups makes some resolvers drop questions, and each is then waited for.
const pnpmOptions = [
  '--frozen-lockfile',
  '--trust-lockfile',
  '--config.network-concurrency=12',
  ...patience.map((option) => option.replace('--', '--config.')),
];

async function installPackages(node, env) {
  if (packagesAreReady()) return;
  say('Installing packages…');
  const { command, first } = pnpmCommand(node);
  // pnpm looks for the registry under a name of its own.
  const ownNames = Object.entries(env).map(([key, value]) => [key.replace(/^npm_config_/i, 'pnpm_config_'), value]);
  const options = { env: Object.fromEntries(ownNames) };
  await install('the packages', command, [...first, 'install', ...pnpmOptions], options);
  writeRecord(packagesRecord, packagesFingerprint());
}

const buildRecord = path.join(toolFolder, 'built');
const buildIsReady = () => fs.existsSync(path.join(root, main)) && readText(buildRecord) === sourcesFingerprint();

async function build(project, node, env) {
  const fingerprint = sourcesFingerprint();
  if (!buildIsReady()) say('Building…');
  // What the compiler prints goes to the error output: the output proper belongs to the command.
  const compiler = launch(node, ['node_modules/typescript/bin/tsc', '-b', project], { env, stdio: ['ignore', 2, 2] });
  const code = await compiler.ended;
  if (stopping) throw new Failure('Stopped.');
  if (code !== 0) throw new Failure('The build failed, see above.');
  writeRecord(buildRecord, fingerprint);
}

// ---------------------------------------------------------------------------------------------------------------

async function bootstrap(name, args) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (command === undefined) {
    throw new Failure(`Usage: node scripts/bootstrap.mjs <${Object.keys(commands).join(' | ')}> [arguments]`);
  }
  stopWhenNpmIsGone();

  const chosenNode = () => (ownNodeIsNewEnough ? process.execPath : fetchedNode());
  const environment = (node) => cleanEnvironment(ownNodeIsNewEnough ? undefined : path.dirname(node));
  const buildIsDue = () => command.build !== undefined && !(command.trustRecord === true && buildIsReady());

  if (!toolsAreReady() || !packagesAreReady() || buildIsDue()) {
    await takeLock();
    await installTools();
    const node = chosenNode();
    const env = environment(node);
    await installPackages(node, env);
    if (buildIsDue()) await build(command.build, node, env);
    releaseLock();
  }
  if (command.run === undefined) return 0;

  const node = chosenNode();
  const env = environment(node);
  // Compiled code is kept between starts, which halves the start-up of the command line.
  if (command.trustRecord === true) env.NODE_COMPILE_CACHE ??= path.join(toolFolder, 'compiled');
  return launch(node, [...command.run, ...args], { env, stdio: 'inherit' }).ended;
}

try {
  process.exitCode = await bootstrap(process.argv[2], process.argv.slice(3));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (!stopping) say(error.message);
  process.exitCode = 1;
  for (const child of running) child.kill('SIGTERM');
}
