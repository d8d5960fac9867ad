import type { Extension } from '../extension.ts';
import type { ExtensionPorts, LoadResult } from '../ports.ts';

/** Milliseconds between two reads of a row that another process changes, and the maximum of reads. */
const POLL_MS = 250;
const POLLS = 24;

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
  // The process may have recorded the state itself. A version that is given up is being loaded until then.
  const isGivenUp = held.isUnproven && failure !== null;
  if (held.state === 'starting' && !isGivenUp)
    await extensions.save({ ...held, state: result.kind, failure, isUnproven: false });
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
