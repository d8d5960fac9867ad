import { DomainError } from '@backroom/core';
import { NO_CONTENT, type RestResponse } from '@backroom/core/interface';

const methods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Returns the response to `OPTIONS` for read-only addresses, and undefined for GET and HEAD.
 * @throws DomainError `method_not_allowed`
 */
export function answerUnlessReading(method: string): RestResponse | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method === 'OPTIONS') return { status: NO_CONTENT, headers: { allow: methods.join(', ') }, body: undefined };
  throw new DomainError('method-not-allowed', 'method_not_allowed', 'The address does not have that method.', {
    allow: methods,
  });
}
