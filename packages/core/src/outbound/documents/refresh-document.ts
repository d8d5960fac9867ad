import { DomainError } from '../../kernel/errors.ts';
import type { RunContext } from '../../kernel/use-case.ts';
import type { DocumentState } from '../ports.ts';
import type { AttemptPorts, DocumentAttempt, DocumentKind } from './document-kind.ts';
import { isCopyUsed } from './load-document.ts';

/** Time (ms) until a failed attempt is repeated. */
const HOUR_MS = 3_600_000;

/** The result of recording an attempt. */
interface RecordedAttempt {
  readonly state: DocumentState;
  /** Whether the copy was replaced. */
  readonly isReplaced: boolean;
}

/** Reads the source, outside of units of work. A document whose copy does not count is fetched whole. */
export async function attemptDocument<P, R, V>(kind: DocumentKind<P, R, V>, ports: P): Promise<DocumentAttempt<R>> {
  const { source, copies } = kind.at(ports);
  const state = await copies.read();
  try {
    const fetched = await source.fetch(isCopyUsed(kind, ports, state) ? state.etag : null);
    if (fetched.kind === 'unchanged') return fetched;
    const { text, etag } = fetched;
    return { kind: 'document', document: kind.read(text), text, etag };
  } catch (cause) {
    const refusal =
      cause instanceof DomainError ? cause : kind.rules.unavailable('the source failed unexpectedly', cause);
    return { kind: 'refused', refusal };
  }
}

/**
 * Stores the outcome of an attempt in the surrounding unit of work; a refused document leaves the last good copy. Returns the new
 * state, and whether the copy was replaced.
 */
export async function recordAttempt<P, R, V>(
  kind: DocumentKind<P, R, V>,
  ports: NoInfer<P> & AttemptPorts,
  attempt: DocumentAttempt<R>,
): Promise<RecordedAttempt> {
  const { copies } = kind.at(ports);
  const before = await copies.hold();
  const checked = { ...before, checkedAt: ports.clock.now(), fault: null };
  const save = async (state: DocumentState, document?: string) => {
    await copies.save(state, document);
    return { state, isReplaced: document !== undefined };
  };
  if (attempt.kind === 'unchanged') return save(checked);
  try {
    if (attempt.kind === 'refused') throw attempt.refusal;
    return await save({ ...checked, ...acceptedBy(kind, ports, { before, attempt }) }, attempt.text);
  } catch (refusal) {
    if (!(refusal instanceof DomainError)) throw refusal;
    const { code, message, cause } = refusal;
    const reason = cause instanceof Error && { reason: cause.message };
    ports.log.warn(`${kind.rules.name} refused`, { code, message, ...reason });
    return save({ ...checked, fault: { code, message } });
  }
}

/** An acceptable form, and the state before it. */
interface Candidate<R> {
  readonly before: DocumentState;
  readonly attempt: Extract<DocumentAttempt<R>, { readonly kind: 'document' }>;
}

/** Members of the state that an acceptable document sets. */
const acceptedBy = <P, R, V>(
  kind: DocumentKind<P, R, V>,
  ports: NoInfer<P> & AttemptPorts,
  { before, attempt: { document, etag } }: Candidate<R>,
) => ({
  ...kind.accept?.(ports, document, before),
  revision: before.revision + 1,
  address: kind.at(ports).source.address,
  etag,
  acceptedAt: ports.clock.now(),
});

/**
 * Reads the source now; the work of use cases of administrators. A document that cannot be read or accepted leaves the last good
 * copy; its fault is a member of the state. Without a configured source, nothing happens.
 */
export async function refreshDocument<P, R, V>(
  kind: DocumentKind<P, R, V>,
  ports: NoInfer<P> & AttemptPorts,
  { note, inUnit, id }: RunContext & { readonly id: string },
): Promise<DocumentState> {
  const target = { type: 'catalogue', id };
  const { source, copies } = kind.at(ports);
  note({ target, isIdle: true });
  if (source.address === null) return copies.read();
  const attempt = await attemptDocument(kind, ports);
  return inUnit(async () => {
    const { state, isReplaced } = await recordAttempt(kind, ports, attempt);
    note({ target, isIdle: !isReplaced && state.fault === null, ...(state.fault && { reason: state.fault.code }) });
    return state;
  });
}

/** Reads the source if the last success has reached its age, the last failure an hour, or the copy does not count. */
export async function refreshDocumentWhenDue<P, R, V>(
  kind: DocumentKind<P, R, V>,
  ports: NoInfer<P> & AttemptPorts,
  inUnit: RunContext['inUnit'],
): Promise<DocumentState | undefined> {
  const { source, copies } = kind.at(ports);
  if (source.address === null) return undefined;
  const state = await copies.read();
  const age = isCopyUsed(kind, ports, state) ? kind.maxAge : 0;
  if (ports.clock.now().getTime() < dueAt(state, age)) return undefined;
  const attempt = await attemptDocument(kind, ports);
  return inUnit(async () => (await recordAttempt(kind, ports, attempt)).state);
}

/** When the source is read again (ms since 1970). */
function dueAt({ checkedAt, fault }: DocumentState, maxAge: number): number {
  if (checkedAt === null) return 0;
  if (fault !== null) return checkedAt.getTime() + HOUR_MS;
  return maxAge === 0 ? 0 : checkedAt.getTime() + maxAge;
}
