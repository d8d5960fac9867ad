import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Extension, type ExtensionManifest, readManifest } from '@backroom/core/extensions';

/** The package of an extension in its folder. */
export interface ExtensionPackage {
  readonly manifest: ExtensionManifest;
  /** Absolute path of the entry module. */
  readonly entry: string;
}

/**
 * Reads the manifest in a folder, which has to be that of the row.
 * @throws Error with the reason, for the administrator
 */
export async function readPackage(
  folder: string,
  { slug, version }: Pick<Extension, 'slug' | 'version'>,
): Promise<ExtensionPackage> {
  const manifest = readManifest(await textOf(join(folder, 'package.json')));
  if (manifest.slug !== slug || manifest.version !== version)
    throw new Error(`the folder has ${manifest.slug} ${manifest.version} in place of ${slug} ${version}`);
  return { manifest, entry: join(folder, manifest.entry) };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error('the folder of the package cannot be read', { cause });
  }
}
