/** Lifetime (ms) of an unverified error. */
export const UNVERIFIED_LIFETIME = 24 * 3_600_000;

/** An error of a request of the other site. */
export interface ConnectorError {
  readonly errorCode: string;
  /** The account for which the other site sent the request; 0 for the site itself. */
  readonly userId: number;
  readonly errorMessage: string;
  readonly errorData: Readonly<Record<string, string>>;
  readonly errorType: string;
  readonly timestamp: Date;
}

/** An unverified error. */
export interface NewConnectorError extends ConnectorError {
  /** Nonce of the request. */
  readonly requestNonce: string;
  readonly expiresAt: Date;
}
