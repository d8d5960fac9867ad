import type { Digests } from '../back-office/index.ts';
import type { ExtensionPorts } from '../extensions/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { JobsPorts } from '../jobs/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { SignatureVerifier } from '../marketplace/index.ts';
import type { SitePorts } from '../site/index.ts';
import type { ConnectorError, NewConnectorError } from './error-record.ts';
import type { Pairing, Statistics } from './pairing.ts';

/** A pair of keys (Ed25519, RFC 8032). */
export interface KeyPair {
  /** 32 bytes in base64. */
  readonly publicKey: string;
  /** The form is known to the adapter only. */
  readonly privateKey: string;
}

/** Makes keys and signs with them. */
export interface SigningKeys {
  /** Makes a new pair. */
  create(): KeyPair;
  /** Signs a text; the signature is in base64. */
  sign(privateKey: string, text: string): string;
}

/** A request to the other site. */
export interface SiteCall {
  readonly method: 'GET' | 'POST';
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; absent for a GET. */
  readonly body?: string;
}

/** The answer of the other site, whatever its status. */
export interface SiteAnswer {
  readonly status: number;
  /** The JSON document; undefined if the answer is not JSON. */
  readonly document: unknown;
}

/** Sends requests to the other site of the operator, or none. */
export interface SiteConnector {
  /** Base address of the other site without trailing slash; null while the connector is off. */
  readonly address: string | null;
  /**
   * Sends a request and reads the answer.
   * @throws DomainError `outbound_refused`, `outbound_failed`
   */
  send(call: SiteCall): Promise<SiteAnswer>;
}

/** A provider of statistics that are read for the other site. */
export interface StatisticsProvider {
  /** Reads its statistics; names consist of lower-case letters, digits and hyphens. */
  read(site: { readonly url: string }): Promise<Statistics>;
}

/** The pairing, one for the installation. */
export interface ConnectorPairingStore {
  /** The pairing as it is stored, expired or not. */
  read(): Promise<Pairing>;
  /** As `read`, and locks it until the surrounding unit of work ends. */
  hold(): Promise<Pairing>;
  /** Replaces the pairing. */
  save(pairing: Pairing): Promise<void>;
}

/** Nonces of signed requests: a received one is accepted once, a sent one proves that this site sent the request. */
export interface ConnectorNonceStore {
  /** Records a nonce of this direction; false if it is there already. Deletes some expired ones. */
  add(direction: 'sent' | 'received', nonce: string, times: { now: Date; expiresAt: Date }): Promise<boolean>;
  /** Removes a nonce that was sent and has not expired; false if there is none. */
  takeSent(nonce: string, now: Date): Promise<boolean>;
  /** Deletes expired nonces, and returns their number. */
  forget(now: Date): Promise<number>;
}

/** Errors of requests of the other site: one unverified and one verified record for each code and user. */
export interface ConnectorErrorStore {
  /** Adds an unverified record in place of that of the same code and user. */
  put(error: NewConnectorError): Promise<void>;
  /** Sets the digest of the nonce that confirms the unverified record of a request; false if there is none. */
  expectProof(requestNonce: string, nonceDigest: string): Promise<boolean>;
  /** Makes the unexpired record with this digest a verified one, once; undefined if there is none. */
  verify(nonceDigest: string, now: Date): Promise<ConnectorError | undefined>;
  /** The verified errors, the newest first. */
  listVerified(): Promise<readonly ConnectorError[]>;
  /** Deletes expired unverified records, and returns their number. */
  forget(now: Date): Promise<number>;
}

/** The ports of the connector context. */
export interface ConnectorPorts
  extends KernelPorts,
    Pick<IdentityPorts, 'secretBox' | 'secretDigest'>,
    Pick<JobsPorts, 'jobs' | 'jobQueue'>,
    Pick<SitePorts, 'build'>,
    Pick<ExtensionPorts, 'extensions'> {
  readonly siteConnector: SiteConnector;
  readonly signingKeys: SigningKeys;
  readonly signatureVerifier: SignatureVerifier;
  readonly digests: Digests;
  readonly connectorPairing: ConnectorPairingStore;
  readonly connectorNonces: ConnectorNonceStore;
  readonly connectorErrors: ConnectorErrorStore;
  /** Read for heartbeats beside the statistics of the core; later providers replace earlier ones by name. */
  readonly statisticsProviders: readonly StatisticsProvider[];
}

/** Whether the database or another adapter supplies each port. */
export const connectorPorts = {
  siteConnector: 'service',
  signingKeys: 'service',
  connectorPairing: 'store',
  connectorNonces: 'store',
  connectorErrors: 'store',
  statisticsProviders: 'service',
} as const;
