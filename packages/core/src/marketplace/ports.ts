import type { CommercePorts, ExtensionLookup } from '../commerce/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { OutboundPorts } from '../outbound/index.ts';

/** The file of a catalogue, or the confirmation that it is the known one. */
export type FetchedCatalogue =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly text: string; readonly etag: string | null };

/** The source of the extension catalogue of the operator. */
export interface ExtensionCatalog {
  /** Where it is, as an absolute URL without query; null if none is configured. */
  readonly address: string | null;
  /**
   * Reads the file; a file with the given entity tag is not read again. Stops reading at `CATALOGUE_BYTES`.
   * @throws DomainError `catalogue_unavailable`, `catalogue_too_large`
   */
  fetch(etag: string | null): Promise<FetchedCatalogue>;
}

/** What is known about the catalogue, without its document. */
export interface CatalogueState {
  /** Rises with each accepted document. */
  readonly revision: number;
  /** The source of the last good copy; null without one. */
  readonly address: string | null;
  readonly etag: string | null;
  /** Version of the last good copy. */
  readonly version: number | null;
  /** The key that signed the last good copy; null for an unsigned one. */
  readonly keyId: string | null;
  readonly acceptedAt: Date | null;
  /** The last attempt to read the source, whatever its outcome. */
  readonly checkedAt: Date | null;
  /** Why the last attempt failed; null after a success. */
  readonly fault: { readonly code: string; readonly message: string } | null;
  /** Ids of revoked keys, of all accepted catalogues. */
  readonly revokedKeys: readonly string[];
}

/** The state of the catalogue and its last good copy, for all processes of an installation. */
export interface CatalogueStore {
  /** The state; before the first attempt all members are null or empty, and the revision is 0. */
  read(): Promise<CatalogueState>;
  /** As `read`, and locks the state until the surrounding unit of work ends. */
  hold(): Promise<CatalogueState>;
  /** The last good copy with its revision; undefined without one. */
  document(): Promise<{ readonly revision: number; readonly text: string } | undefined>;
  /** Replaces the state; with a document, the last good copy too. */
  save(state: CatalogueState, document?: string): Promise<void>;
}

/** Verifies signatures by public keys (Ed25519, RFC 8032). Keys are 32 bytes in base64. */
export interface SignatureVerifier {
  /** The id of a public key: 32 hexadecimal digits of its SHA-256 digest. */
  keyId(publicKey: string): string;
  /** Whether the signature (base64 or base64url) of a text is valid; false for malformed ones. */
  verify(publicKey: string, text: string, signature: string): boolean;
}

/** The ports of the marketplace context. */
export interface MarketplacePorts extends KernelPorts, CommercePorts, OutboundPorts {
  readonly extensionCatalog: ExtensionCatalog;
  readonly catalogueStore: CatalogueStore;
  readonly signatureVerifier: SignatureVerifier;
  /** Made by `createCore`. */
  readonly extensionLookup: ExtensionLookup;
}

/** The ports that read the catalogue. */
export type CataloguePorts = Pick<
  MarketplacePorts,
  'extensionCatalog' | 'catalogueStore' | 'signatureVerifier' | 'settings'
>;
