import type { CommercePorts, ExtensionLookup, InstalledPackages } from '../commerce/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { NotificationPorts } from '../notifications/index.ts';
import type { DocumentCopyStore, DocumentSource, OutboundPorts } from '../outbound/index.ts';
import type { Licence, NewLicence } from './licences/licence.ts';

/** Verifies signatures by public keys (Ed25519, RFC 8032). Keys are 32 bytes in base64. */
export interface SignatureVerifier {
  /** The id of a public key: 32 hexadecimal digits of its SHA-256 digest. */
  keyId(publicKey: string): string;
  /** Whether the signature (base64 or base64url) of a text is valid; false for malformed ones. */
  verify(publicKey: string, text: string, signature: string): boolean;
  /**
   * The payload of a token `<payload>.<signature>`, both in base64url, whose signature covers the first part as it is written;
   * undefined if it is malformed or the signature is not valid.
   */
  open(publicKey: string, token: string): string | undefined;
}

/** A request to the licence server. */
export interface LicenceCall {
  /** Below the address of the server: `licences/check`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The access token of the connected account. */
  readonly accessToken?: string;
}

/** An answer of the licence server: a good one, 404, 409 or anything else. */
export interface LicenceAnswer {
  readonly outcome: 'done' | 'unknown' | 'taken' | 'failed';
  readonly document: unknown;
}

/** The licence server of the operator, or none. */
export interface LicenceServer {
  /** Its address without trailing slash; null without one. */
  readonly address: string | null;
  /**
   * Posts JSON and returns the answer; its document is undefined if it is not JSON.
   * @throws DomainError `outbound_refused`, `outbound_failed`
   */
  call(request: LicenceCall): Promise<LicenceAnswer>;
}

/** Maximum licences of an installation. */
export const LICENCES = 1_000;

/** The licences of this installation. Keys and orders of free products are unique. */
export interface LicenceLedger {
  /** By key. */
  find(productKey: string): Promise<Licence | undefined>;
  /** By key, locked until the surrounding unit of work ends. */
  hold(productKey: string): Promise<Licence | undefined>;
  /** The licence that was ordered here for a free product. */
  findOrder(productId: number): Promise<Licence | undefined>;
  /** The newest licences first, at most `LICENCES`. */
  list(): Promise<readonly Licence[]>;
  /** Adds a licence; the unit of work is repeated if a concurrent one added the same key, or ordered the same product. */
  insert(licence: NewLicence): Promise<Licence>;
  /** Replaces a licence. */
  save(licence: Licence): Promise<void>;
}

/** The connection with an account of the licence server. */
export interface MarketConnection {
  /** Until when the last request may be finished; null without one. */
  readonly requestExpiresAt: Date | null;
  /** Encrypted; null without a connection. */
  readonly sealedToken: string | null;
  readonly connectedAt: Date | null;
  readonly connectedBy: number | null;
}

/** The connection, one for the installation. */
export interface MarketConnectionStore {
  /** The connection; all members are null before the first request. */
  read(): Promise<MarketConnection>;
  /** As `read`, and locks it until the surrounding unit of work ends. */
  hold(): Promise<MarketConnection>;
  /** Replaces the connection. */
  save(connection: MarketConnection): Promise<void>;
}

/** Adapters of payment and other partners begin the set-up of an account by an address. */
export interface PartnerOnboarding {
  /** Whether an adapter is there. */
  readonly isConfigured: boolean;
  /**
   * Returns the address at which the administrator goes on, with a state that the adapter recognises on return.
   * @throws DomainError of the adapter
   */
  begin(request: { readonly homeUrl: string; readonly userId: number | undefined }): Promise<string>;
}

/** Makes previews of vendors safe. All input is hostile. */
export interface PreviewSanitizer {
  /**
   * Returns HTML without scripts, handlers, forms, frames and addresses other than `http:`, `https:` and `data:` images, inside of
   * one element; and CSS whose selectors count inside of that element only, without imports and addresses other than `data:`
   * images. CSS that cannot be parsed is empty.
   */
  sanitize(preview: { readonly html: string; readonly css: string }): { readonly html: string; readonly css: string };
}

/** Options of the shop that the marketplace writes. */
export interface MarketOptions {
  /** Stores values by the names of options. */
  write(values: ReadonlyMap<string, unknown>, now: Date): Promise<unknown>;
}

/** The ports of the marketplace context. */
export interface MarketplacePorts
  extends KernelPorts,
    CommercePorts,
    OutboundPorts,
    Pick<IdentityPorts, 'secretBox' | 'secretDigest'>,
    Pick<NotificationPorts, 'phonePairing'> {
  /** The source of the extension catalogue of the operator. */
  readonly extensionCatalog: DocumentSource;
  readonly catalogueStore: DocumentCopyStore;
  readonly signatureVerifier: SignatureVerifier;
  readonly licenceLedger: LicenceLedger;
  readonly licenceServer: LicenceServer;
  readonly marketConnection: MarketConnectionStore;
  readonly previewSanitizer: PreviewSanitizer;
  readonly paymentOnboarding: PartnerOnboarding;
  readonly partnerOnboarding: PartnerOnboarding;
  /** The option `shop_market_account`. */
  readonly options: MarketOptions;
  /** Made by `createCore`. */
  readonly extensionLookup: ExtensionLookup;
  /** Made by `createCore`. */
  readonly installedPackages: InstalledPackages;
}

/** Whether the database or another adapter supplies each port. */
export const marketplacePorts = {
  extensionCatalog: 'service',
  catalogueStore: 'store',
  signatureVerifier: 'service',
  previewSanitizer: 'service',
  licenceLedger: 'store',
  licenceServer: 'service',
  marketConnection: 'store',
  paymentOnboarding: 'service',
  partnerOnboarding: 'service',
} as const;

/** The ports that read the catalogue. */
export type CataloguePorts = Pick<
  MarketplacePorts,
  'extensionCatalog' | 'catalogueStore' | 'signatureVerifier' | 'settings'
>;
