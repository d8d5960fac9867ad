import { DomainError, type FieldProblem } from '../kernel/errors.ts';

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
