import { extensionsFull } from '../errors.ts';
import { EXTENSIONS, type NewExtension } from '../extension.ts';
import type { ExtensionPorts } from '../ports.ts';
import { type FoundPackage, placePackage } from './find-package.ts';

/**
 * Installs an extension; false if it is installed already. Its row is added after its folder is complete, so that it is
 * installed or not; of concurrent installations one adds the row, and the folders of the others are removed.
 * @throws DomainError those of `placePackage`, `extensions_full`
 */
export async function installExtension(ports: ExtensionPorts, slug: string): Promise<boolean> {
  const { extensions, extensionInstaller, unitOfWork } = ports;
  if (await extensions.find(slug)) return false;
  const found = await placePackage(ports, slug);
  const outcome = await unitOfWork.run(() => addRow(ports, found));
  if (outcome !== 'added') await extensionInstaller.remove(found.folder);
  if (outcome === 'full') throw extensionsFull(EXTENSIONS);
  return outcome === 'added';
}

async function addRow(
  { extensions, events, clock }: ExtensionPorts,
  found: FoundPackage,
): Promise<'added' | 'known' | 'full'> {
  const { slug, version } = found.manifest;
  if (await extensions.hold(slug)) return 'known';
  if ((await extensions.list()).length >= EXTENSIONS) return 'full';
  const at = clock.now();
  await extensions.insert(rowOf(found, at));
  events.publish({ type: 'extension.installed', at, slug, version });
  return 'added';
}

const rowOf = ({ manifest, folder, sha256, signedBy }: FoundPackage, installedAt: Date): NewExtension => ({
  slug: manifest.slug,
  title: manifest.title,
  version: manifest.version,
  api: manifest.api,
  isActive: false,
  state: 'inactive',
  failure: null,
  rights: manifest.rights,
  folder,
  sha256,
  signedBy,
  previousVersion: null,
  previousFolder: null,
  isUnproven: false,
  installedAt,
  activatedAt: null,
});
