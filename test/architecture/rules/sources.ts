import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Comment, parseSync } from 'oxc-parser';
import type { Node } from './tree.ts';

/** One file of code: its path below the root of the repository, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** A source that has been parsed without an error. */
export interface Parsed extends Source {
  readonly program: Node;
  readonly comments: readonly Comment[];
  /** The number of the line, from 1, that this offset is on. */
  lineOf(offset: number): number;
}

/** A line that breaks a rule. */
export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** The folder of the repository. */
export const root: string = fileURLToPath(new URL('../../../', import.meta.url));

const folders = ['packages', 'scripts', 'test'];
const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path) && !path.endsWith('.d.ts');
const skipped = new Set(['node_modules', 'dist', 'coverage']);

/** Every file of code in packages, scripts and tests, read from the disk. */
export function readSources(): readonly Source[] {
  const sources = folders.flatMap(pathsBelow).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  demandAll(
    sources.map(({ path }) => path),
    listedPaths(),
  );
  return sources;
}

function pathsBelow(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : pathsBelow(path);
    return entry.isFile() && isCode(path) ? [path] : [];
  });
}

/** The same files as another witness lists them: git, or without a repository, the disk in one recursive pass. */
function listedPaths(): readonly string[] {
  return (pathsOfGit() ?? pathsOfDisk())
    .filter((path) => isCode(path) && !path.split('/').some((part) => skipped.has(part)))
    .filter((path) => existsSync(join(root, path)));
}

function pathsOfGit(): readonly string[] | undefined {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders];
  try {
    const text = execFileSync('git', list, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return text.split('\0').filter((path) => path !== '');
  } catch {
    return undefined;
  }
}

const pathsOfDisk = (): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  );

/**
 * Fails when nothing was read, or less than is there: a reader that finds nothing finds no violations either.
 * @throws Error naming what was not read
 */
export function demandAll(read: readonly string[], listed: readonly string[]): void {
  if (read.length === 0 || listed.length === 0) throw new Error('No source was read: the rules would guard nothing.');
  const known = new Set(read);
  const missing = listed.filter((path) => !known.has(path));
  if (missing.length > 0) throw new Error(`These files were not read: ${missing.join(', ')}`);
}

/**
 * Parses a source.
 * @throws SyntaxError when the parser does not understand all of it
 */
export function parse({ path, text }: Source): Parsed {
  const { program, comments, errors } = parseSync(path, text);
  const [first] = errors;
  if (first) throw new SyntaxError(`${path} cannot be parsed: ${first.message}`);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1;
  return { path, text, program: program as unknown as Node, comments, lineOf };
}

let parsed: readonly Parsed[] | undefined;

/** Every source of the repository, parsed once. */
export function allParsed(): readonly Parsed[] {
  parsed ??= readSources().map(parse);
  return parsed;
}

/** A violation of the rule at this offset. */
export const violation = (source: Parsed, offset: number, message: string): Violation => ({
  path: source.path,
  line: source.lineOf(offset),
  message,
});

/** Violations as readable lines of a failed test: one per line, with a place to click on. */
export const linesOf = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ path, line, message }) => `${path}:${line} ${message}`);
