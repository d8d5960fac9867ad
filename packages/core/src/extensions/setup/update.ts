import { DomainError } from '../../kernel/errors.ts';
import { isNewer } from '../../marketplace/index.ts';
import { extensionNotInstalled, extensionRightsGrow } from '../errors.ts';
import type { Extension } from '../extension.ts';
import type { ExtensionPorts, PlacedPackage } from '../ports.ts';
import { activateExtension } from './activate.ts';
import { findPackage } from './find-package.ts';
import { loadActive } from './load-active.ts';
import { restarted, rollBackVersion } from './roll-back.ts';

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
  const before = await provenExtension(ports, slug);
  if (before.signedBy === null) return currentAt(before);
  const { requested, signedBy } = await findPackage(ports, slug);
  if (!isNewer(requested.version, before.version)) return currentAt(before);
  const placed = await extensionInstaller.place(requested);
  if (!grantsRights && placed.manifest.rights.some((right) => !before.rights.includes(right))) {
    await extensionInstaller.remove(placed.folder);
    throw extensionRightsGrow(slug, requested.version);
  }
  const switched = await unitOfWork.run(() => switchTo(ports, before, { ...placed, signedBy }));
  if (!switched) {
    await extensionInstaller.remove(placed.folder);
    return currentAt((await extensions.find(slug)) ?? before);
  }
  const result = switched.isActive ? await loadActive(ports, slug) : ({ kind: 'running' } as const);
  if (result.kind === 'failed') {
    const { reason } = result;
    if (await rollBackVersion(ports, switched, { reason, before }))
      return { kind: 'rolled-back', version: before.version, reason };
    return currentAt((await extensions.find(slug)) ?? before);
  }
  // A version that another key has signed could not be trusted after a downgrade.
  const isKept = before.signedBy === signedBy;
  for (const folder of [before.previousFolder, isKept ? null : before.folder])
    if (folder !== null) await extensionInstaller.remove(folder);
  return { kind: 'updated', version: requested.version, reason: null };
}

const currentAt = ({ version }: Extension): UpdateOutcome => ({ kind: 'current', version, reason: null });

/** Codes of a version that cannot be loaded. */
const unloadable = ['extension_not_loaded', 'extension_untrusted'];

/** An extension whose update, if a lost process has left one, has come to its end. */
async function provenExtension(ports: ExtensionPorts, slug: string): Promise<Extension> {
  const { extensions, log } = ports;
  const find = async () => {
    const found = await extensions.find(slug);
    if (!found) throw extensionNotInstalled(slug);
    return found;
  };
  const found = await find();
  if (!found.isUnproven || !found.isActive) return found;
  await activateExtension(ports, slug).catch((cause: unknown) => {
    if (!(cause instanceof DomainError) || !unloadable.includes(cause.code)) throw cause;
    log.warn('extension not activated', { slug, reason: cause.message });
  });
  return find();
}

/** Returns undefined if the row is not the one before any more. */
async function switchTo(
  { extensions, events, clock }: ExtensionPorts,
  before: Extension,
  { manifest, folder, sha256, signedBy }: PlacedPackage & { readonly signedBy: string },
): Promise<Extension | undefined> {
  const held = await extensions.hold(before.slug);
  if (held?.folder !== before.folder) return undefined;
  const at = clock.now();
  const { title, version, api, rights } = manifest;
  events.publish({ type: 'extension.installed', at, slug: held.slug, version });
  return extensions.save({
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
    isUnproven: held.isActive,
  });
}
