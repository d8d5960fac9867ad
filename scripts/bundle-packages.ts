// Bundles each library of the workspace in its folder `dist`, for fast starts: one file for each entry point, and
// chunks of what they share. Other packages stay outside, so that each module exists once in a process.

import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import type { Manifest } from './packing/pack-packages.ts';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));

/** Programs of threads and child processes; their bundles stand beside those that start them. */
const programs: Readonly<Record<string, readonly string[]>> = {
  'adapters-extensions': ['child/start'],
  'adapters-persistence': ['embedded/initialise', 'embedded/worker'],
};

async function bundle(name: string): Promise<void> {
  const folder = join(packages, name);
  const result = await build({
    cwd: folder,
    input: { ...entriesOf(name), ...programsOf(name) },
    platform: 'node',
    // Helpers of the transpiler are the only foreign code inside.
    external: /^(?!@oxc-project\/)[^./\0]/,
    transform: { target: 'es2024' },
    // Sources stay whole: the side effects that manifests name are those of bundles.
    treeshake: false,
    output: { dir: 'dist', chunkFileNames: '[name].js', sourcemap: true, keepNames: true },
  });
  const written = new Set(result.output.map(({ fileName }) => fileName));
  for (const file of globSync('**/*.{js,js.map}', { cwd: join(folder, 'dist') }))
    if (!written.has(file)) rmSync(join(folder, 'dist', file));
}

function entriesOf(name: string): Readonly<Record<string, string>> {
  const { exports, bin = {} } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as Manifest;
  const published = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.default]));
  const entries = [...published, ...Object.values(bin)].map((file) => file.replace(/^\.\/dist\/|\.js$/g, ''));
  return Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`]));
}

const programsOf = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries((programs[name] ?? []).map((program) => [basename(program), `src/${program}.ts`]));

const libraries = readdirSync(packages).filter((name) => existsSync(join(packages, name, 'src/index.ts')));
await Promise.all(
  libraries.map((name) =>
    bundle(name).catch((error: Error) => {
      console.error(`packages/${name}: ${error.message}`);
      process.exitCode = 1;
    }),
  ),
);
