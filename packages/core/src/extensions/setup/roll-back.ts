import type { Extension } from '../extension.ts';
import type { ExtensionPorts } from '../ports.ts';
import { loadActive } from './load-active.ts';

/** Why a version is rolled back, and the extension with the one before; without it, what `previousFolder` has is read. */
interface Rollback {
  readonly reason: string;
  readonly before?: Extension | undefined;
}

/**
 * Returns from a version that has replaced another one and could not be loaded; false if it has been loaded or replaced since, or
 * if there is no way back: then the extension has failed. A process that is killed meanwhile leaves one version or the other.
 */
export async function rollBackVersion(ports: ExtensionPorts, left: Extension, rollback: Rollback): Promise<boolean> {
  const { unitOfWork, extensionInstaller, log } = ports;
  const { slug, version, folder } = left;
  const restored = await unitOfWork.run(() => restorePrevious(ports, left, rollback));
  if (!restored) return false;
  log.warn('version of an extension given up', { slug, version, reason: rollback.reason });
  if (restored.isActive) await loadActive(ports, slug);
  if (restored.previousFolder !== folder) await extensionInstaller.remove(folder);
  return true;
}

async function restorePrevious(
  ports: ExtensionPorts,
  { slug, folder }: Extension,
  { reason, before }: Rollback,
): Promise<Extension | undefined> {
  const { extensions, clock } = ports;
  const held = await extensions.hold(slug);
  if (!held?.isUnproven || held.folder !== folder) return undefined;
  const previous = before ?? (await versionBefore(ports, held));
  if (previous) {
    const { isActive, state, revision } = held;
    return extensions.save(restarted({ ...previous, isUnproven: false, isActive, state, revision }, clock.now()));
  }
  await extensions.save({ ...held, isUnproven: false, ...(held.isActive && { state: 'failed', failure: reason }) });
  return undefined;
}

/** An extension with the version before its last update; undefined if there is none. */
export async function versionBefore(
  { extensionInstaller }: ExtensionPorts,
  held: Extension,
): Promise<Extension | undefined> {
  const { previousFolder, previousVersion } = held;
  if (previousFolder === null || previousVersion === null) return undefined;
  const { manifest, sha256 } = await extensionInstaller.read(previousFolder);
  return {
    ...held,
    title: manifest.title,
    version: previousVersion,
    api: manifest.api,
    // What was granted stays granted; an older version gets no more than it asks for.
    rights: manifest.rights.filter((right) => held.rights.includes(right)),
    folder: previousFolder,
    sha256,
    previousVersion: null,
    previousFolder: null,
  };
}

/** An extension of another version before that is loaded, if it is active. */
export const restarted = (extension: Extension, activatedAt: Date): Extension =>
  extension.isActive ? { ...extension, state: 'starting', failure: null, activatedAt } : extension;
