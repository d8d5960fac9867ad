import { createHash } from 'node:crypto';
import { type TestEntry, tgzOf, zipOf } from '../archives.ts';

/** The text of a `package.json`; the second argument replaces members of `backroom`. */
export const aManifest = (changes: object = {}, backroom: object = {}): string =>
  JSON.stringify({
    name: '@example/low-stock',
    version: '1.2.0',
    type: 'module',
    backroom: { slug: 'low-stock', title: 'Low stock', kind: 'plugin', api: 1, entry: './index.js', ...backroom },
    ...changes,
  });

const anEntry = `import { defineExtension } from '@backroom/extension';\nexport default defineExtension({});\n`;

/** The entries of a good package. */
export const aPackage = (manifest = aManifest(), module = anEntry): readonly TestEntry[] => [
  { name: 'package/package.json', text: manifest },
  { name: 'package/index.js', text: module },
  { name: 'package/lib/text.txt', text: 'word '.repeat(100) },
];

/** An archive of a package in one of its forms. */
export const packed = async (entries: readonly TestEntry[], form: 'zip' | 'tgz' = 'tgz'): Promise<Buffer> =>
  form === 'zip' ? zipOf(entries) : tgzOf(entries);

/** Size and digest of an archive, as a catalogue has them. */
export const digestOf = (bytes: Uint8Array) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.byteLength,
});
