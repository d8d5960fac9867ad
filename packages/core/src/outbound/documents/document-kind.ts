import type { DomainError } from '../../kernel/errors.ts';
import type { KernelPorts } from '../../kernel/ports.ts';
import type { DocumentCopyStore, DocumentSource, DocumentState } from '../ports.ts';

/** Rules of the source of a document. */
export interface DocumentRules {
  /** Names the document in the log, and is the purpose of its requests. */
  readonly name: string;
  readonly maxBytes: number;
  /** The source cannot be read now; the reason is for the log. */
  unavailable(reason: string, cause?: unknown): DomainError;
  /** The document exceeds the limit of bytes. */
  tooLarge(limit: number): DomainError;
}

/** The source of a document, and its stored copy. */
export interface DocumentPlace {
  readonly source: DocumentSource;
  readonly copies: DocumentCopyStore;
}

/** Members of the state that an accepted document determines. */
export type AcceptedMembers = Partial<Pick<DocumentState, 'version' | 'keyId' | 'revokedKeys'>>;

/**
 * A document of the operator: JSON that is read from a file or the web, checked, and stored as the last good copy. `Read` is the
 * checked document, `View` what the use cases need of it.
 */
export interface DocumentKind<Ports, Read, View = Read> {
  readonly rules: DocumentRules;
  /** Age (ms) at which the copy is compared with its source. */
  readonly maxAge: number;
  /** Where it is, among the ports of its context. */
  at(ports: Ports): DocumentPlace;
  /**
   * Reads the text.
   * @throws DomainError that names the first faulty member
   */
  read(text: string): Read;
  /** Makes the view of a copy that counts. */
  view(document: Read, state: DocumentState): View;
  /** Whether the copy counts still, beyond being of the configured source. */
  isTrusted?(ports: Ports, state: DocumentState): boolean;
  /**
   * Decides on a document whose form is good.
   * @throws DomainError the reason to refuse it
   */
  accept?(ports: Ports, document: Read, before: DocumentState): AcceptedMembers;
}

/** The ports of refreshes. */
export type AttemptPorts = Pick<KernelPorts, 'clock' | 'log'>;

/** The result of reading a source: unchanged, a document of valid form, or the refusal. */
export type DocumentAttempt<Read> =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'document'; readonly document: Read; readonly text: string; readonly etag: string | null }
  | { readonly kind: 'refused'; readonly refusal: DomainError };

/** The source of an installation without this document. */
export const noDocumentSource = (rules: DocumentRules): DocumentSource => ({
  address: null,
  fetch: () => Promise.reject(rules.unavailable('no source is configured')),
});
