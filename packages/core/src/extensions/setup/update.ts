import { isNewer } from '../../marketplace/index.ts';
import { extensionNotInstalled, extensionRightsGrow } from '../errors.ts';
import type { Extension } from '../extension.ts';
import type { ExtensionPorts, PlacedPackage } from '../ports.ts';
import { loadActive } from './activate.ts';
import { findPackage } from './find-package.ts';

/** The outcome of an update: the version then, and why the newer one was given up. */
export interface UpdateOutcome {
  readonly kind: 'current' | 'updated' | 'rolled-back';
  readonly version: string;
  readonly reason: string | null;
}

/**
 * Replaces an extension by the newer version of the catalogue, if there is one. A version that cannot be loaded is given up for
 * the one before. Extensions of EXTENSIONS_UNSIGNED are current.
 * @throws DomainError `extension_not_installed`, `extension_rights_grow`, those of `findPackage` and of `ExtensionInstaller`
 */
export async function updateOne(
  ports: ExtensionPorts,
  slug: string,
  { grantsRights }: { readonly grantsRights: boolean },
): Promise<UpdateOutcome> {
  const { extensions, extensionInstaller, unitOfWork } = ports;
  const before = await extensions.find(slug);
  if (!before) throw extensionNotInstalled(slug);
  if (before.signedBy === null) return currentAt(before);
  const { wanted, signedBy } = await findPackage(ports, slug);
  if (!isNewer(wanted.version, before.version)) return currentAt(before);
  const placed = await extensionInstaller.place(wanted);
  if (!grantsRights && placed.manifest.rights.some((right) => !before.rights.includes(right))) {
    await extensionInstaller.remove(placed.folder);
    throw extensionRightsGrow(slug, wanted.version);
  }
  const isSwitched = await unitOfWork.run(() => switchTo(ports, before, { ...placed, signedBy }));
  if (!isSwitched) {
    await extensionInstaller.remove(placed.folder);
    return currentAt((await extensions.find(slug)) ?? before);
  }
  const result = before.isActive ? await loadActive(ports, slug) : ({ kind: 'running' } as const);
  if (result.kind === 'failed') return rollBack(ports, before, { folder: placed.folder, reason: result.reason });
  // A version that another key has signed could not be trusted after a downgrade.
  const isKept = before.signedBy === signedBy;
  for (const folder of [before.previousFolder, isKept ? null : before.folder])
    if (folder !== null) await extensionInstaller.remove(folder);
  return { kind: 'updated', version: wanted.version, reason: null };
}

const currentAt = ({ version }: Extension): UpdateOutcome => ({ kind: 'current', version, reason: null });

/** Returns whether the row was still the one before. */
async function switchTo(
  { extensions, events, clock }: ExtensionPorts,
  before: Extension,
  { manifest, folder, sha256, signedBy }: PlacedPackage & { readonly signedBy: string },
): Promise<boolean> {
  const held = await extensions.hold(before.slug);
  if (held?.folder !== before.folder) return false;
  const at = clock.now();
  const { title, version, api, rights } = manifest;
  await extensions.save({
    ...restarted(held, at),
    title,
    version,
    api,
    rights,
    folder,
    sha256,
    signedBy,
    previousVersion: held.signedBy === signedBy ? held.version : null,
    previousFolder: held.signedBy === signedBy ? held.folder : null,
  });
  events.publish({ type: 'extension.installed', at, slug: held.slug, version });
  return true;
}

const restarted = (extension: Extension, activatedAt: Date): Extension =>
  extension.isActive ? { ...extension, state: 'starting', failure: null, activatedAt } : extension;

async function rollBack(
  ports: ExtensionPorts,
  before: Extension,
  { folder, reason }: { readonly folder: string; readonly reason: string },
): Promise<UpdateOutcome> {
  const { extensions, extensionInstaller, unitOfWork, clock, log } = ports;
  const { slug, version } = before;
  const isBack = await unitOfWork.run(async () => {
    const held = await extensions.hold(slug);
    if (held?.folder !== folder) return false;
    const { isActive, revision } = held;
    await extensions.save(restarted({ ...before, isActive, revision }, clock.now()));
    return true;
  });
  log.warn('update of an extension rolled back', { slug, version, reason });
  if (!isBack) return currentAt((await extensions.find(slug)) ?? before);
  await loadActive(ports, slug);
  await extensionInstaller.remove(folder);
  return { kind: 'rolled-back', version, reason };
}
