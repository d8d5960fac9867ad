import { execFile } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pnpm = join(root, '.toolchain/pnpm/node_modules/pnpm/bin/pnpm.mjs');

/** The manifest of a package, as far as packing and its tests read it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license: string;
  readonly type: string;
  readonly publishConfig: { readonly access: string };
  readonly engines: { readonly node: string };
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
 * manifests.
 */
export async function packPackages(destination: string): Promise<readonly Tarball[]> {
  mkdirSync(destination, { recursive: true });
  const tarballs: Tarball[] = [];
  for (const { folder } of publishedPackages()) {
    removeOrphans(folder);
    // pnpm adds the licence of the workspace only where no file name of the package begins with that word.
    const licence = join(folder, 'LICENSE');
    copyFileSync(join(root, 'LICENSE'), licence);
    const restore = removeMapComments(folder);
    const args = [pnpm, 'pack', '--pack-destination', destination, '--json'];
    try {
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 24 });
      tarballs.push(JSON.parse(stdout) as Tarball);
    } finally {
      restore();
      rmSync(licence);
    }
  }
  return tarballs;
}

const MAP_COMMENT = /\n\/\/# sourceMappingURL=\S+\s*$/;

/** Removes the comments that name source maps, which are not packed; returns what puts them back. */
function removeMapComments(folder: string): () => void {
  const output = join(folder, 'dist');
  const compiled = globSync('**/*.{js,d.ts}', { cwd: output }).map((file) => {
    const path = join(output, file);
    return { path, text: readFileSync(path, 'utf8') };
  });
  const commented = compiled.filter(({ text }) => MAP_COMMENT.test(text));
  for (const { path, text } of commented) replaceFile(path, text.replace(MAP_COMMENT, '\n'));
  return () => {
    for (const { path, text } of commented) replaceFile(path, text);
  };
}

/** Replaces a file at once: programs may load it meanwhile. */
function replaceFile(path: string, text: string): void {
  const fresh = `${path}.new`;
  writeFileSync(fresh, text);
  renameSync(fresh, path);
}

/** Deletes compiled files whose source is gone; the compiler leaves them. */
function removeOrphans(folder: string): void {
  const output = join(folder, 'dist');
  const sources = new Set(
    globSync('**/*.ts', { cwd: join(folder, 'src') }).map((source) => source.replace(/\.ts$/, '')),
  );
  for (const file of globSync('**/*.{js,d.ts,js.map,d.ts.map}', { cwd: output })) {
    if (!sources.has(relative('.', file).replace(/(?:\.d\.ts|\.js)(?:\.map)?$/, ''))) rmSync(join(output, file));
  }
}
