import { extensionNotInstalled, extensionNotLoaded, previousVersionMissing } from '../errors.ts';
import type { Extension } from '../extension.ts';
import type { ExtensionPorts } from '../ports.ts';
import { loadActive } from './load-active.ts';
import { restarted, rollBackVersion, versionBefore } from './roll-back.ts';

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
  await rollBackVersion(ports, changed, { reason: result.reason, before });
  throw extensionNotLoaded(slug, result.reason);
}

async function swap(ports: ExtensionPorts, slug: string): Promise<Extension> {
  const { extensions, events, clock } = ports;
  const held = await extensions.hold(slug);
  if (!held) throw extensionNotInstalled(slug);
  const previous = await versionBefore(ports, held);
  if (!previous) throw previousVersionMissing(slug);
  const at = clock.now();
  events.publish({ type: 'extension.installed', at, slug, version: previous.version });
  const wayBack = { previousVersion: held.version, previousFolder: held.folder };
  return extensions.save(restarted({ ...previous, ...wayBack, isUnproven: held.isActive }, at));
}
