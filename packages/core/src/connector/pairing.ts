/** A number, a text or a list of texts; each is sent as JSON. */
export type StatisticValue = string | number | boolean | readonly string[];
/** Statistics of an installation by name. */
export type Statistics = Readonly<Record<string, StatisticValue>>;

/** Paths of the other site on its shop interface, as its index publishes them. */
export interface SitePaths {
  /** Beginning of the paths of the connector: `/cms/v2/connector`. */
  readonly connector: string;
  readonly verifyError: string;
  readonly statistics: string;
}

/** The other site of a pairing. */
export interface RemoteSite {
  /** Base address without trailing slash. */
  readonly url: string;
  readonly siteId: string;
  /** Ed25519, 32 bytes in base64. */
  readonly publicKey: string;
  readonly name: string;
  readonly paths: SitePaths;
  /** Address of the page where an administrator of the other site approves. */
  readonly page: string;
}

/** Own half of a pairing: its site token is id and public key. */
export interface OwnSite {
  /** Base address of this installation, as the other site uses it. */
  readonly url: string;
  readonly siteId: string;
  readonly publicKey: string;
  /** Encrypted private key. */
  readonly sealedKey: string;
}

/**
 * `requested`: this site asked, and waits for the other one. `offered`: the other site asked, and an administrator of this one
 * has to approve. `approved`: approved here, not yet confirmed by the other site. `paired`: both sides agree.
 */
export type PairingState = 'none' | 'requested' | 'offered' | 'approved' | 'paired';

/** A heartbeat of the other site. */
export interface Heartbeat {
  readonly id: string;
  readonly at: Date;
  readonly statistics: Statistics;
}

/** The pairing of the installation. */
export interface Pairing {
  readonly state: PairingState;
  readonly own: OwnSite | null;
  /** Null in the state `none`, and while a request has no answer yet. */
  readonly remote: RemoteSite | null;
  /** End of a half pairing (`requested`, `offered`); null for others. */
  readonly expiresAt: Date | null;
  readonly pairedAt: Date | null;
  /** The account that asked or approved. */
  readonly pairedBy: number | null;
  /** The last attempt at a heartbeat. */
  readonly sentAt: Date | null;
  /** Code of the fault of the last exchange; null after a success. */
  readonly fault: string | null;
  /** The last heartbeat of the other site. */
  readonly heard: Heartbeat | null;
}

/** An installation without pairing. */
export const unpaired: Pairing = {
  state: 'none',
  own: null,
  remote: null,
  expiresAt: null,
  pairedAt: null,
  pairedBy: null,
  sentAt: null,
  fault: null,
  heard: null,
};

/** Lifetime (ms) of a half pairing. */
export const HALF_LIFETIME = 10 * 60_000;
/** Minimum time (ms) between two heartbeats. */
export const HEARTBEAT_PERIOD = 23 * 3_600_000;
/** Purpose of the encryption of private keys. */
export const CONNECTOR_KEY = 'connector.key';
/** Target of audit records. */
export const target = { type: 'connector', id: 'pairing' } as const;

/** The pairing at a time: an expired half pairing is none. */
export const currentPairing = (pairing: Pairing, now: Date): Pairing =>
  pairing.expiresAt !== null && pairing.expiresAt <= now ? { ...unpaired, fault: 'connector_offer_expired' } : pairing;

/** A pairing of which this side knows both site tokens. */
export interface KnownPairing extends Pairing {
  readonly own: OwnSite;
  readonly remote: RemoteSite;
}

/** Whether this side may sign requests: both sides are known, and an administrator has approved. */
export const isSigning = (pairing: Pairing): pairing is KnownPairing =>
  (pairing.state === 'approved' || pairing.state === 'paired') && pairing.own !== null && pairing.remote !== null;
