import { extensionNotInstalled, extensionNotLoaded } from '../errors.ts';
import type { ExtensionPorts } from '../ports.ts';
import { loadActive } from './load-active.ts';
import { rollBackVersion } from './roll-back.ts';
import { demandTrusted } from './trust.ts';

/**
 * Activates an installed extension and waits until it is loaded; false if it runs already. One that cannot be loaded stays
 * activated with the state `failed`, or is replaced by the version before if it is that of an update.
 * @throws DomainError `extension_not_installed`, `extension_untrusted`, `extension_not_loaded`
 */
export async function activateExtension(ports: ExtensionPorts, slug: string): Promise<boolean> {
  const before = await ports.extensions.find(slug);
  if (!before) throw extensionNotInstalled(slug);
  if (before.isActive && before.state === 'running') return false;
  await demandTrusted(ports, before);
  await ports.unitOfWork.run(() => begin(ports, slug));
  const result = await loadActive(ports, slug);
  if (result.kind === 'running') return true;
  await rollBackVersion(ports, before, { reason: result.reason });
  throw extensionNotLoaded(slug, result.reason);
}

async function begin({ extensions, extensionQueue, clock }: ExtensionPorts, slug: string): Promise<void> {
  const held = await extensions.hold(slug);
  if (!held) throw extensionNotInstalled(slug);
  // A process that was killed while it deactivated the extension has left its events.
  if (!held.isActive) await extensionQueue.discard(slug);
  await extensions.save({ ...held, isActive: true, state: 'starting', failure: null, activatedAt: clock.now() });
}
