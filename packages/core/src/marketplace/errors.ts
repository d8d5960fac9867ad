import { DomainError, type FieldProblem, invalidField } from '../kernel/errors.ts';

/** The form of the catalogue is not valid; the message names the first faulty member. */
export const catalogueInvalid = (message: string, fields: readonly FieldProblem[] = []): DomainError =>
  new DomainError('invalid', 'catalogue_invalid', `The catalogue is not valid: ${message}.`, { fields });

/** The catalogue exceeds the limit of bytes. */
export const catalogueTooLarge = (limit: number): DomainError =>
  new DomainError('too-large', 'catalogue_too_large', `The catalogue has more than ${limit} bytes.`);

/** The source of the catalogue cannot be read now; the reason is for the log. */
export const catalogueUnavailable = (reason: string, cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'catalogue_unavailable',
    'The source of the catalogue cannot be read.',
    {},
    new Error(reason, { cause }),
  );

/** CATALOG_KEY is set, and the catalogue has no signature. */
export const catalogueUnsigned = (): DomainError =>
  new DomainError('invalid', 'catalogue_unsigned', 'The catalogue is not signed.');

/** The signature does not fit the catalogue, or its key is not trusted. */
export const catalogueForged = (): DomainError =>
  new DomainError(
    'invalid',
    'catalogue_signature_invalid',
    'The signature of the catalogue is not valid for a key of CATALOG_KEY.',
  );

/** The key of the signature is revoked. */
export const catalogueKeyRevoked = (): DomainError =>
  new DomainError('invalid', 'catalogue_key_revoked', 'The key that signed the catalogue is revoked.');

/** The edition is older than the one that was accepted last. */
export const catalogueOutdated = (given: number, accepted: number): DomainError =>
  new DomainError(
    'conflict',
    'catalogue_outdated',
    `The catalogue has the version ${given}, which is older than the accepted version ${accepted}.`,
  );

/** No licence has this key: it is neither in the ledger, nor signed by a trusted key, nor known to the licence server. */
export const licenceUnknown = (): DomainError =>
  new DomainError('invalid', 'licence_unknown', 'There is no subscription for this product key.');

/** The time of the licence is over. */
export const licenceExpired = (): DomainError =>
  new DomainError('invalid', 'licence_expired', 'This subscription has expired.');

/** The licence is connected with as many sites as it may be. */
export const licenceMaxed = (): DomainError =>
  new DomainError('invalid', 'licence_maxed', 'This subscription has reached the maximum number of connections.');

/** The catalogue does not list the product of the licence. */
export const licencedProductUnknown = (): DomainError =>
  new DomainError('invalid', 'licence_product_unknown', 'The product of this subscription is not in the catalogue.');

/** The licence server refused a request, or its answer has another form; the reason is for the log. */
export const licenceServerFailed = (reason: string, cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'licence_server_failed',
    'The licence server gave no usable answer.',
    {},
    new Error(reason, { cause }),
  );

/** The catalogue does not list the product. */
export const productUnknown = (): DomainError =>
  new DomainError('not-found', 'marketplace_product_unknown', 'There is no such product in the catalogue.');

/** The request does not name a product. */
export const productMissing = (): DomainError =>
  new DomainError('malformed', 'marketplace_product_missing', 'Name the product by its id.');

/** The id of a product is not a number. */
export const productIdInvalid = (): DomainError =>
  invalidField('productId', 'validation_failed', 'product_id must be an integer of at least 1');

/** The product costs money, and the catalogue has no address where it is bought. */
export const productNotSold = (): DomainError =>
  new DomainError('misconfigured', 'could-not-install', 'This product cannot be ordered here.');

/** The ledger is full. */
export const tooManyLicences = (limit: number): DomainError =>
  new DomainError('conflict', 'licences_full', `There are ${limit} subscriptions already.`);

/** Neither a licence server nor keys of licences are configured. */
export const marketNotConfigured = (): DomainError =>
  new DomainError('switched-off', 'shop_market_not_configured', 'There is no licence server, and no key of licences.');

/** There is no adapter for payments. */
export const paymentsNotConfigured = (): DomainError =>
  new DomainError('switched-off', 'shop_payments_not_configured', 'There is no adapter for the set-up of payments.');

/** The connection with the licence server could not be made; stored credentials are cleared. */
export const marketConnectionFailed = (cause?: unknown): DomainError =>
  new DomainError(
    'misconfigured',
    'shop_rest_helper_connect',
    'The connection with the licence server could not be made.',
    {},
    cause,
  );

/** The ledger has no licence for the mail add-on. */
export const mailLicenceMissing = (): DomainError =>
  new DomainError('not-found', 'mail_licence_missing', 'License not found.');
