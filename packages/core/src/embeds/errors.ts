import { DomainError } from '../kernel/errors.ts';

/** The address cannot be embedded; the reason is not disclosed. */
export const embedNotFound = (): DomainError => new DomainError('not-found', 'oembed_invalid_url', 'Not Found');
