import { extensionNotInstalled, extensionNotLoaded } from '../errors.ts';
import type { Extension } from '../extension.ts';
import type { ExtensionPorts, LoadResult } from '../ports.ts';
import { demandTrusted } from './trust.ts';

/** Milliseconds between two reads of a row that another process changes, and the maximum of reads. */
const POLL_MS = 250;
const POLLS = 24;

/**
 * Activates an installed extension and waits until it is loaded; false if it runs already. One that cannot be loaded stays
 * activated with the state `failed`.
 * @throws DomainError `extension_not_installed`, `extension_untrusted`, `extension_not_loaded`
 */
export async function activateExtension(ports: ExtensionPorts, slug: string): Promise<boolean> {
  const before = await ports.extensions.find(slug);
  if (!before) throw extensionNotInstalled(slug);
  if (before.isActive && before.state === 'running') return false;
  await demandTrusted(ports, before);
  await ports.unitOfWork.run(() => begin(ports, slug));
  const result = await loadActive(ports, slug);
  if (result.kind === 'failed') throw extensionNotLoaded(slug, result.reason);
  return true;
}

async function begin({ extensions, clock }: ExtensionPorts, slug: string): Promise<void> {
  const held = await extensions.hold(slug);
  if (!held) throw extensionNotInstalled(slug);
  await extensions.save({ ...held, isActive: true, state: 'starting', failure: null, activatedAt: clock.now() });
}

/** Loads the active extension here, or waits for another process that does, and records the outcome. */
export async function loadActive(ports: ExtensionPorts, slug: string): Promise<LoadResult> {
  const { extensionRuntime, unitOfWork } = ports;
  if (!extensionRuntime.isAvailable) return outcomeElsewhere(ports, slug);
  const result = await extensionRuntime.load(slug);
  return unitOfWork.run(() => record(ports, slug, result));
}

async function record(ports: ExtensionPorts, slug: string, result: LoadResult): Promise<LoadResult> {
  const { extensions, events, clock } = ports;
  const held = await extensions.hold(slug);
  if (!held?.isActive) return { kind: 'failed', reason: 'it was deactivated meanwhile' };
  const failure = result.kind === 'failed' ? result.reason : null;
  // The process may have recorded the state itself.
  if (held.state === 'starting') await extensions.save({ ...held, state: result.kind, failure });
  const subject = { at: clock.now(), slug, version: held.version };
  if (failure === null) events.publish({ type: 'extension.activated', ...subject });
  else events.publish({ type: 'extension.failed', ...subject, reason: failure });
  return result;
}

async function outcomeElsewhere({ extensions, clock }: ExtensionPorts, slug: string): Promise<LoadResult> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    const outcome = outcomeOf(await extensions.find(slug));
    if (outcome) return outcome;
    await clock.wait(POLL_MS);
  }
  return { kind: 'failed', reason: 'no server has loaded it so far; the next one that starts will' };
}

function outcomeOf(row: Extension | undefined): LoadResult | undefined {
  if (!row?.isActive) return { kind: 'failed', reason: 'it was deactivated meanwhile' };
  if (row.state === 'failed') return { kind: 'failed', reason: row.failure ?? 'it has failed' };
  return row.state === 'running' ? { kind: 'running' } : undefined;
}
