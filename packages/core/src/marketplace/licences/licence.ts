/** The right to use a product, and where it is used. */
export interface LicenceTerms {
  readonly productId: number;
  /** Maximum connected sites; 0 for any number. */
  readonly sitesMax: number;
  /** Null for a licence without end. */
  readonly expiresAt: Date | null;
  /** The order at the seller; 0 if unknown. */
  readonly orderId: number;
}

/** Origins of licences: an order of a free product here, a key that was entered, or the connected account. */
export const licenceOrigins = ['order', 'key', 'account'] as const;
/** One of `licenceOrigins`. */
export type LicenceOrigin = (typeof licenceOrigins)[number];

/** A licence of the ledger. */
export interface Licence extends LicenceTerms {
  readonly id: number;
  /** Secret; logs and the audit log have its end only. */
  readonly productKey: string;
  readonly origin: LicenceOrigin;
  /** Base addresses of connected sites, of this installation and of others that the licence server names. */
  readonly sites: readonly string[];
  readonly autoUpdates: boolean;
  readonly createdAt: Date;
}

/** A licence before it is stored. */
export type NewLicence = Omit<Licence, 'id'>;

/** Whether its time is over. */
export const isExpired = ({ expiresAt }: Pick<Licence, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Maximum stored sites of a licence without limit. */
const MOST_SITES = 1_000;

/** Whether no further site may be connected. */
export const isMaxed = ({ sites, sitesMax }: Pick<Licence, 'sites' | 'sitesMax'>): boolean =>
  sites.length >= (sitesMax === 0 ? MOST_SITES : sitesMax);

/** A key for logs: its last four characters. */
export const maskedKey = (productKey: string): string => `…${productKey.slice(-4)}`;
