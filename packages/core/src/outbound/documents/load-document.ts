import type { DocumentCopyStore, DocumentState } from '../ports.ts';
import type { DocumentKind } from './document-kind.ts';

/** Documents that were read already, by their store; a change of the revision replaces them. */
const readCopies = new WeakMap<DocumentCopyStore, { readonly key: string; readonly view: unknown }>();

/** Whether the last good copy counts: it is of the configured source, and its kind trusts it. */
export function isCopyUsed<P, R, V>(kind: DocumentKind<P, R, V>, ports: P, state: DocumentState): boolean {
  const { address } = kind.at(ports).source;
  return address !== null && state.address === address && (kind.isTrusted?.(ports, state) ?? true);
}

/** Loads the last good copy: one statement, and a second one after a change. Undefined without a copy that counts. */
export async function loadDocument<P, R, V>(kind: DocumentKind<P, R, V>, ports: P): Promise<V | undefined> {
  const { source, copies } = kind.at(ports);
  if (source.address === null) return undefined;
  const state = await copies.read();
  if (!isCopyUsed(kind, ports, state)) return undefined;
  const known = readCopies.get(copies);
  if (known?.key === keyOf(state)) return known.view as V;
  const stored = await copies.document();
  if (!stored) return undefined;
  const view = kind.view(kind.read(stored.text), state);
  // Another document may have been accepted since the state was read: the next call reads it.
  if (stored.revision === state.revision) readCopies.set(copies, { key: keyOf(state), view });
  return view;
}

/** A revision whose unit of work was rolled back may be used again, at another time. */
const keyOf = ({ revision, address, keyId, acceptedAt }: DocumentState): string =>
  `${revision} ${acceptedAt?.getTime()} ${keyId} ${address}`;
