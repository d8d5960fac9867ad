import { extensionNotInstalled, extensionNotLoaded, previousVersionMissing } from '../errors.ts';
import type { Extension } from '../extension.ts';
import type { ExtensionPorts } from '../ports.ts';
import { loadActive } from './activate.ts';

/**
 * Replaces an extension by the version before its last update, which stays for the way back. One that cannot be loaded is given up.
 * @throws DomainError `extension_not_installed`, `extension_previous_missing`, `extension_not_loaded`
 */
export async function downgradeOne(ports: ExtensionPorts, slug: string): Promise<Extension> {
  const { unitOfWork, extensions } = ports;
  const before = await extensions.find(slug);
  const changed = await unitOfWork.run(() => swap(ports, slug));
  const result = changed.isActive ? await loadActive(ports, slug) : ({ kind: 'running' } as const);
  if (result.kind === 'running') return (await extensions.find(slug)) ?? changed;
  const isBack = before !== undefined && (await unitOfWork.run(() => restore(ports, before, changed.folder)));
  if (isBack) await loadActive(ports, slug);
  throw extensionNotLoaded(slug, result.reason);
}

async function swap({ extensions, extensionInstaller, events, clock }: ExtensionPorts, slug: string) {
  const held = await extensions.hold(slug);
  if (!held) throw extensionNotInstalled(slug);
  const { previousFolder, previousVersion } = held;
  if (previousFolder === null || previousVersion === null) throw previousVersionMissing(slug);
  const { manifest, sha256 } = await extensionInstaller.read(previousFolder);
  const at = clock.now();
  events.publish({ type: 'extension.installed', at, slug, version: previousVersion });
  return extensions.save({
    ...restarted(held, at),
    title: manifest.title,
    version: previousVersion,
    api: manifest.api,
    // What was granted stays granted; an older version gets no more than it asks for.
    rights: manifest.rights.filter((right) => held.rights.includes(right)),
    folder: previousFolder,
    sha256,
    previousVersion: held.version,
    previousFolder: held.folder,
  });
}

async function restore({ extensions, clock }: ExtensionPorts, before: Extension, given: string): Promise<boolean> {
  const held = await extensions.hold(before.slug);
  if (held?.folder !== given) return false;
  const { isActive, revision } = held;
  await extensions.save(restarted({ ...before, isActive, revision }, clock.now()));
  return true;
}

const restarted = (extension: Extension, activatedAt: Date): Extension =>
  extension.isActive ? { ...extension, state: 'starting', failure: null, activatedAt } : extension;
