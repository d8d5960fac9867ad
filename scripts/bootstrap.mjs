// Makes every root script work from a bare checkout: it fetches the tools, installs the packages, builds,
// and then runs the command with a Node that is new enough. Whatever is already there is left alone, so the
// second run starts at once. Plain JavaScript without dependencies, because nothing is installed yet when it runs.

import path from 'node:path';
import { build, buildIsReady, main } from './bootstrap/build.mjs';
import { Failure, say, toolFolder } from './bootstrap/common.mjs';
import { releaseLock, takeLock } from './bootstrap/lock.mjs';
import { installPackages, packagesAreReady } from './bootstrap/packages.mjs';
import { endChildren, handOnSignals, isStopping, launch, stopWhenNpmIsGone } from './bootstrap/run.mjs';
import { chosenNode, environmentFor, installTools, toolsAreReady } from './bootstrap/toolchain.mjs';

const everything = 'tsconfig.json';
const program = 'packages/cli';

const lint = ['node_modules/@biomejs/biome/bin/biome', 'check'];
const test = ['node_modules/vitest/vitest.mjs', 'run'];
const docs = ['scripts/write-docs.ts'];
const commits = ['scripts/check-commits.ts'];
const demo = 'scripts/demo.ts';

/**
 * What each root script does: which project it builds, whether it trusts the record of the last build, and what it
 * runs, one after the other until one fails. Only `start`, `backroom` and `demo` trust the record: there a start-up
 * in a blink is worth more than a second look. A mode is an argument that replaces what is built and run.
 */
const commands = {
  start: { build: program, trustRecord: true, run: [[main, 'serve', '--migrate']] },
  backroom: { build: program, trustRecord: true, run: [[main]] },
  test: { build: everything, run: [test] },
  demo: { build: program, trustRecord: true, run: [[demo]] },
  bench: { build: program, run: [['test/bench/main.ts']] },
  docs: { build: program, run: [docs] },
  build: { build: everything, run: [] },
  check: {
    build: everything,
    run: [lint, commits, [...test, 'test/architecture'], [...docs, '--check']],
    // Numbers about the sources in place of the checks.
    modes: { '--measure': { run: [['scripts/measure.ts']] } },
  },
  lint: { run: [lint] },
};

async function bootstrap(name, args) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (command === undefined) {
    throw new Failure(`Usage: node scripts/bootstrap.mjs <${Object.keys(commands).join(' | ')}> [arguments]`);
  }
  const { steps, rest } = stepsOf(name, command, args);
  stopWhenNpmIsGone();
  await prepare(steps);
  return run(steps, rest);
}

/** What a command runs with these arguments: one of its modes, or all that it runs. */
function stepsOf(name, command, args) {
  const modes = command.modes ?? {};
  if (args.length === 1 && Object.hasOwn(modes, args[0])) return { steps: modes[args[0]], rest: [] };
  if (command.run.length > 1 && args.length > 0) {
    const accepted = Object.keys(modes).join(' or ');
    throw new Failure(`${name} runs several programs: it takes no arguments${accepted && ` except ${accepted}`}.`);
  }
  return { steps: command, rest: args };
}

/** Installs and builds what the command needs and what is not there yet. */
async function prepare(command) {
  const buildIsDue = () => command.build !== undefined && !(command.trustRecord === true && buildIsReady());
  if (toolsAreReady() && packagesAreReady() && !buildIsDue()) return;
  await takeLock();
  await installTools();
  const node = chosenNode();
  const env = environmentFor(node);
  await installPackages(node, env);
  if (buildIsDue()) await build(command.build, node, env);
  releaseLock();
}

async function run(command, args) {
  const node = chosenNode();
  const env = environmentFor(node);
  if (command.run.some(([file]) => file === main || file === demo)) tuneProgram(env);
  for (const step of command.run) {
    if (isStopping()) throw new Failure('Stopped.');
    const code = await launch(node, [...step, ...args], { env, stdio: 'inherit' }).ended;
    if (code !== 0) return code;
  }
  return 0;
}

/** What our own program is better started with, unless somebody decided otherwise. */
function tuneProgram(env) {
  // Compiled code is kept between starts, which halves the start-up of the command line.
  env.NODE_COMPILE_CACHE ??= path.join(toolFolder, 'compiled');
  // Argon2 and WebCrypto share libuv's threads, four by default: a few logins at once occupy them all, and every check
  // of a token waits behind them. With eight its median fell from 4.0 to 0.5 ms while logins ran. The number is read
  // once, before any of our code could set it.
  env.UV_THREADPOOL_SIZE ??= '8';
  // Short-lived objects are collected a little sooner: under load the server then takes 265 MiB instead of 310, at the
  // same rate. With a limit of 1.2 GiB the heap grows by two thirds at most before it is collected, not fourfold: an export
  // of a million rows then takes 260 MiB instead of 390. Whoever sets options of Node has the last word.
  env.NODE_OPTIONS = `--max-semi-space-size=8 --max-old-space-size=1200 ${env.NODE_OPTIONS ?? ''}`.trim();
}

handOnSignals();
try {
  process.exitCode = await bootstrap(process.argv[2], process.argv.slice(3));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (!isStopping()) say(error.message);
  process.exitCode = 1;
  endChildren();
}
