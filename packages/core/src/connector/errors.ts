import { DomainError, invalidField } from '../kernel/errors.ts';

/** CONNECTOR_URL is not set. */
export const connectorNotActive = (): DomainError =>
  new DomainError(
    'not-found',
    'shop_rest_connector_not_active',
    'The connector is not active: CONNECTOR_URL is not set.',
  );

/** A site other than that of CONNECTOR_URL asks to be paired. */
export const foreignSite = (): DomainError =>
  new DomainError(
    'forbidden',
    'connector_foreign_site',
    'This installation is not set up to be paired with that site.',
  );

/** This site has a half pairing that the request would end. */
export const pairingInProgress = (): DomainError =>
  new DomainError(
    'conflict',
    'connector_pairing_in_progress',
    'Another pairing is in progress. Try again in ten minutes.',
  );

/** The installation is paired. */
export const alreadyPaired = (): DomainError =>
  new DomainError('conflict', 'connector_already_paired', 'This installation is paired already. Unpair it first.');

/** There is no pairing. */
export const notPaired = (): DomainError =>
  new DomainError('conflict', 'connector_not_paired', 'This installation is not paired.');

/** There is no request of the other site, or it was replaced or has expired. */
export const offerExpired = (): DomainError =>
  new DomainError('conflict', 'connector_offer_expired', 'The request of the other site has expired or was replaced.');

/** This site does not ask to be paired. */
export const notOffered = (): DomainError =>
  new DomainError('not-found', 'connector_not_offered', 'This site does not ask to be paired.');

/** The other site cannot be reached, or its answer cannot be used; the reason is for the log. */
export const peerFailed = (reason: string, cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'connector_peer_failed',
    'The other site gave no usable answer.',
    {},
    new Error(reason, { cause }),
  );

/** The other site refused a request; its code is a detail. */
export const peerRefused = (peerCode: string): DomainError =>
  new DomainError('conflict', 'connector_peer_refused', `The other site refused: ${peerCode}.`, { peerCode });

const refused = (code: string, message: string): DomainError => new DomainError('unauthenticated', code, message);

/** No site token of this installation has the id of the request. */
export const unknownSite = (): DomainError =>
  refused('connector_unknown_site', 'This installation is not paired with the site of the request.');

/** The time of the request is more than five minutes from that of this server. */
export const clockSkew = (): DomainError =>
  refused('connector_clock_skew', 'The time of the request is more than five minutes from that of this server.');

/** The nonce is malformed. */
export const nonceInvalid = (): DomainError =>
  refused('connector_nonce_invalid', 'The nonce must be 22 to 64 letters, digits, hyphens and underscores.');

/** The body has another digest than the signed one. */
export const bodyMismatch = (): DomainError =>
  refused('connector_body_mismatch', 'The body does not have the digest of the request.');

/** The signature is not valid for the key of the other site. */
export const signatureInvalid = (): DomainError =>
  refused('connector_signature_invalid', 'The signature of the request is not valid.');

/** A request with this nonce was accepted before. */
export const replayed = (): DomainError =>
  refused('connector_replayed', 'A request with this nonce was accepted before.');

/** The address leads to another origin that is not in CONNECTOR_REDIRECT_ORIGINS. */
export const redirectForeign = (): DomainError =>
  invalidField(
    'redirectUrl',
    'validation_failed',
    'redirect_url must be an address of this site, or of CONNECTOR_REDIRECT_ORIGINS',
  );

/** Statistics are read without an account, and without a valid signature of the other site. */
export const statisticsUnauthenticated = (cause?: DomainError): DomainError =>
  new DomainError(
    'unauthenticated',
    'invalid_permission_heartbeat_data',
    'Sign in, or sign the request with the site token.',
    {},
    cause,
  );

/** Statistics are read by an account that does not manage the connector. */
export const statisticsForbidden = (): DomainError =>
  new DomainError('forbidden', 'invalid_permission_heartbeat_data', 'You are not allowed to read these statistics.');
