import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Types of files that are compressed already. */
const compressedTypes = ['font/woff2', 'image/png'];

/** A served file: its path below the folder, SHA-256, media type and sizes in bytes. */
interface ListedFile {
  readonly path: string;
  readonly type: string;
  readonly hash: string;
  readonly size: number;
  readonly br?: number;
  readonly gzip?: number;
}

/** Writes `.br` and `.gz` beside each file of the build, and `files.json`, by which the server knows them. */
export const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    const files = pathsBelow(dir)
      .toSorted()
      .map((path) => listed(dir, path));
    const commit = process.env.BACKROOM_COMMIT ?? null;
    const list = join(dir, 'files.json');
    // The server reads the folder as soon as the list is there.
    writeFileSync(`${list}.next`, `${JSON.stringify({ commit, files }, undefined, 2)}\n`);
    renameSync(`${list}.next`, list);
  },
});

const pathsBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => extname(path) in types);

function listed(folder: string, path: string): ListedFile {
  const content = readFileSync(join(folder, path));
  const type = types[extname(path)] ?? 'application/octet-stream';
  const about = { path, type, hash: createHash('sha256').update(content).digest('hex'), size: content.length };
  if (compressedTypes.includes(type)) return about;
  const br = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  const gz = gzipSync(content, { level: 9 });
  writeFileSync(join(folder, `${path}.br`), br);
  writeFileSync(join(folder, `${path}.gz`), gz);
  return { ...about, br: br.length, gzip: gz.length };
}
