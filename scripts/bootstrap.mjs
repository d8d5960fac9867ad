// Makes every root script work from a bare checkout: fetches the tools, installs the packages, builds, and runs the
// command with a recent Node. Completed steps are skipped, so later runs start immediately. Plain JavaScript without
// dependencies, because nothing is installed yet when it runs.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, buildIsReady, main } from './bootstrap/build.mjs';
import { Failure, say, toolFolder } from './bootstrap/common.mjs';
import { buildDesk, buildDeskBeside, deskIsReady, writeDeskTypes } from './bootstrap/desk.mjs';
import { releaseLock, takeLock } from './bootstrap/lock.mjs';
import { installPackages, packagesAreReady } from './bootstrap/packages.mjs';
import { endChildren, forwardSignals, isStopping, launch, stopWhenNpmIsGone } from './bootstrap/run.mjs';
import { chosenNode, environmentFor, installTools, toolsAreReady } from './bootstrap/toolchain.mjs';

const everything = 'tsconfig.json';
const program = 'packages/cli';

const lint = ['node_modules/@biomejs/biome/bin/biome', 'check'];
const test = ['node_modules/vitest/vitest.mjs', 'run'];
const docs = ['scripts/write-docs.ts'];
const commits = ['scripts/check-commits.ts'];
const demo = 'scripts/demo.ts';
const changesets = 'node_modules/@changesets/cli/bin.js';

/**
 * The root scripts: the project to build, whether the record of the last build is trusted, and the programs to run in
 * sequence until one fails. Only `start`, `backroom` and `demo` trust the record, for a fast start. A mode is an
 * argument that replaces the build and the programs. Further tools are fetched when an argument names them. The web
 * application is built before the programs (`first`), or beside the server that publishes it.
 */
const commands = {
  start: { build: program, desk: 'beside', trustRecord: true, run: [[main, 'serve', '--migrate']] },
  backroom: { build: program, trustRecord: true, run: [[main]] },
  test: { build: everything, desk: 'first', run: [test] },
  demo: { build: program, trustRecord: true, run: [[demo]] },
  bench: { build: program, desk: 'first', tools: { duckdb: 'DuckDB' }, run: [['test/bench/main.ts']] },
  docs: { build: program, run: [docs] },
  build: { build: everything, desk: 'first', run: [] },
  check: {
    build: everything,
    run: [lint, commits, [...test, 'test/architecture'], [...docs, '--check']],
    // Numbers about the sources in place of the checks.
    modes: { '--measure': { run: [['scripts/measure.ts']] } },
  },
  lint: { run: [lint] },
  pack: { build: everything, desk: 'first', run: [['scripts/pack.ts']] },
  changeset: { run: [[changesets]] },
};

async function bootstrap(name, args) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (command === undefined) {
    throw new Failure(`Usage: node scripts/bootstrap.mjs <${Object.keys(commands).join(' | ')}> [arguments]`);
  }
  const { steps, rest } = stepsOf(name, command, args);
  stopWhenNpmIsGone();
  await prepare(steps, rest);
  return run(steps, rest);
}

/** Selects a mode by the arguments, or the command itself. */
function stepsOf(name, command, args) {
  const modes = command.modes ?? {};
  if (args.length === 1 && Object.hasOwn(modes, args[0])) return { steps: modes[args[0]], rest: [] };
  if (command.run.length > 1 && args.length > 0) {
    const accepted = Object.keys(modes).join(' or ');
    throw new Failure(`${name} runs several programs: it takes no arguments${accepted && ` except ${accepted}`}.`);
  }
  return { steps: command, rest: args };
}

/** Installs and builds missing or outdated parts that the command needs. */
async function prepare(command, args) {
  const buildIsDue = () => command.build !== undefined && !(command.trustRecord === true && buildIsReady());
  const deskIsDue = () => command.desk === 'first' && !deskIsReady();
  const tools = Object.entries(command.tools ?? {}).filter(([name]) => args.includes(name));
  if (toolsAreReady(tools) && packagesAreReady() && !buildIsDue() && !deskIsDue()) return;
  await takeLock();
  await installTools(tools);
  const node = chosenNode();
  const env = environmentFor(node);
  await installPackages(node, env);
  if (buildIsDue()) await (command.build === everything ? buildEverything(node, env) : build(command.build, node, env));
  if (deskIsDue()) await buildDesk(node, env);
  releaseLock();
}

/** Everything includes the web application, which is compiled with types that the built program writes. */
async function buildEverything(node, env) {
  await build(program, node, env);
  const code = await writeDeskTypes(node, env);
  if (code !== 0) throw new Failure('The types of the web application could not be written, see above.');
  await build(everything, node, env);
}

async function run(command, args) {
  const node = chosenNode();
  const env = environmentFor(node);
  // The compile cache halves the start-up time of the command line, and that of processes of tests.
  env.NODE_COMPILE_CACHE ??= path.join(toolFolder, 'compiled');
  if (command.run.some(([file]) => file === main || file === demo)) tuneProgram(env);
  const beside = command.desk === 'beside' ? buildDeskBeside(node, env) : undefined;
  for (const step of command.run) {
    if (isStopping()) throw new Failure('Stopped.');
    const code = await launch(node, [...step, ...args], { env, stdio: 'inherit' }).ended;
    if (code !== 0) return code;
  }
  await beside;
  return 0;
}

/**
 * Tunes the runtime of our program by `server-environment.json`; variables that are set already take precedence.
 *
 * - `NODE_OPTIONS`: a smaller young generation reduces the memory of a server under load from 310 to 265 MiB, at the same
 *   throughput. A heap limit of 1.2 GiB makes the heap grow by two thirds at most between collections, not fourfold: an
 *   export of a million rows takes 260 MiB instead of 390. Given options come last and take precedence.
 * - `UV_THREADPOOL_SIZE`: Argon2 and WebCrypto share the thread pool of libuv, four threads by default: a few concurrent
 *   logins occupy it, and token checks queue behind them. With eight threads their median fell from 4.0 to 0.5 ms during
 *   logins. The size is read once, before our code could set it.
 * - `MALLOC_TRIM_THRESHOLD_`: glibc raises the size from which it maps blocks separately, up to 32 MiB, each time such a
 *   block is freed, and keeps the later ones. A fixed threshold stops that: an import into the embedded database takes
 *   25 MiB less.
 */
function tuneProgram(env) {
  const { NODE_OPTIONS, ...others } = JSON.parse(
    readFileSync(new URL('bootstrap/server-environment.json', import.meta.url)),
  );
  for (const [name, value] of Object.entries(others)) env[name] ??= value;
  env.NODE_OPTIONS = `${NODE_OPTIONS} ${env.NODE_OPTIONS ?? ''}`.trim();
}

forwardSignals();
try {
  process.exitCode = await bootstrap(process.argv[2], process.argv.slice(3));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (!isStopping()) say(error.message);
  process.exitCode = 1;
  endChildren();
}
