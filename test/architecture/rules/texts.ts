import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root, type Source } from './sources.ts';

/** Lists of packages as tools write them; they name hosts because they have to. */
const written = ['pnpm-lock.yaml', 'package-lock.json'];

const skipped = new Set(['node_modules', 'dist', 'data', 'coverage', '.git', '.toolchain']);

/** Every text file that git tracks or would add; without git, every one on the disk. */
export function trackedTexts(): readonly Source[] {
  return (pathsOfGit() ?? pathsOfDisk(''))
    .filter((path) => !written.includes(posix.basename(path)) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

function pathsOfGit(): readonly string[] | undefined {
  try {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const text = execFileSync('git', list, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return text.split('\0').filter((path) => path !== '');
  } catch {
    return undefined;
  }
}

const pathsOfDisk = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : pathsOfDisk(path);
    return entry.isFile() ? [path] : [];
  });
