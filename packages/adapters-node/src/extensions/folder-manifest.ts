import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExtensionManifest, MANIFEST_BYTES, manifestInvalid, readManifest } from '@backroom/core/extensions';

/**
 * Reads the `package.json` of a folder, and the digest of its text.
 * @throws DomainError those of `readManifest`
 */
export async function readFolderManifest(
  folder: string,
): Promise<{ readonly manifest: ExtensionManifest; readonly sha256: string }> {
  const path = join(folder, 'package.json');
  if (!(await isFile(path))) throw manifestInvalid('the package has no package.json');
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MANIFEST_BYTES + 1), 0, MANIFEST_BYTES + 1, 0);
  if (bytesRead > MANIFEST_BYTES) throw manifestInvalid(`package.json has more than ${MANIFEST_BYTES} bytes`);
  const bytes = buffer.subarray(0, bytesRead);
  return { manifest: readManifest(textOf(bytes)), sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Checks that the module of a manifest is there.
 * @throws DomainError `extension_manifest_invalid`
 */
export async function demandEntry(folder: string, { entry }: ExtensionManifest): Promise<void> {
  if (!(await isFile(join(folder, entry))))
    throw manifestInvalid('package.json[backroom][entry] names a file that is not in the package');
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() === true;

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw manifestInvalid('package.json is not UTF-8');
  }
}
