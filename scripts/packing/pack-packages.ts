import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The program of pnpm. */
export const pnpm = join(root, '.toolchain/pnpm/node_modules/pnpm/bin/pnpm.mjs');

/** The manifest of a package, as far as packing and its tests read it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license: string;
  readonly type: string;
  readonly publishConfig: { readonly access: string };
  readonly engines: { readonly node: string };
  readonly files: readonly string[];
  readonly sideEffects: false | readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package that is published. */
export interface PublishedPackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** A packed package. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** Absolute path. */
  readonly filename: string;
  /** The files inside. */
  readonly files: readonly { readonly path: string }[];
}

/** The packages of the workspace that are published. */
export const publishedPackages = (): readonly PublishedPackage[] =>
  readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = join(root, 'packages', name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    return manifest.private ? [] : [{ folder, manifest }];
  });

/**
 * Packs every published package into a folder. pnpm replaces the versions of the workspace and of the catalog in the
 * manifests. It packs a copy, so that the sources stay as they are and several processes can pack at once.
 */
export async function packPackages(destination: string): Promise<readonly Tarball[]> {
  mkdirSync(destination, { recursive: true });
  const stage = mkdtempSync(join(tmpdir(), 'backroom-pack-'));
  try {
    for (const name of workspaceFiles) copyFileSync(join(root, name), join(stage, name));
    const tarballs: Tarball[] = [];
    for (const { folder } of publishedPackages()) {
      const args = [pnpm, 'pack', '--pack-destination', destination, '--json'];
      const options = { cwd: copyPackage(folder, stage), maxBuffer: 2 ** 24 };
      const { stdout } = await promisify(execFile)(process.execPath, args, options);
      tarballs.push(JSON.parse(stdout) as Tarball);
    }
    return tarballs;
  } finally {
    rmSync(stage, { recursive: true });
  }
}

const workspaceFiles = ['package.json', 'pnpm-workspace.yaml'];

/** Copies what is packed of a package, and returns the folder of the copy. */
function copyPackage(folder: string, stage: string): string {
  const copy = join(stage, relative(root, folder));
  mkdirSync(copy, { recursive: true });
  for (const name of ['package.json', 'README.md']) copyFileSync(join(folder, name), join(copy, name));
  copyFileSync(join(root, 'LICENSE'), join(copy, 'LICENSE'));
  // pnpm reads the versions of the workspace there.
  symlinkSync(join(folder, 'node_modules'), join(copy, 'node_modules'));
  if (isLibrary(folder)) copyCompiled(folder, copy);
  else cpSync(join(folder, 'dist'), join(copy, 'dist'), { recursive: true });
  return copy;
}

/** Whether a package is imported by programs; the desk has files for browsers, which are packed as they were built. */
const isLibrary = (folder: string): boolean => existsSync(join(folder, 'src/index.ts'));

function copyCompiled(folder: string, copy: string): void {
  for (const file of compiledFiles(folder)) {
    const target = join(copy, 'dist', file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, readFileSync(join(folder, 'dist', file), 'utf8').replace(MAP_COMMENT, '\n'));
  }
}

/** The comment that names a source map, which is not packed. */
const MAP_COMMENT = /\n\/\/# sourceMappingURL=\S+\s*$/;

/** The bundles, and declarations with a source; the compiler leaves those of deleted sources. */
function compiledFiles(folder: string): readonly string[] {
  const sources = new Set(
    globSync('**/*.ts', { cwd: join(folder, 'src') }).map((source) => source.replace(/\.ts$/, '')),
  );
  return globSync('**/*.{js,d.ts}', { cwd: join(folder, 'dist') }).filter(
    (file) => file.endsWith('.js') || sources.has(file.replace(/\.d\.ts$/, '')),
  );
}
