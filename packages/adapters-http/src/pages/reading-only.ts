import { DomainError } from '@backroom/core';
import { NO_CONTENT, type RestResponse } from '@backroom/core/interface';

const methods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Gives the answer to `OPTIONS` where there is nothing to do but read, and undefined for the methods that read.
 * @throws DomainError `method_not_allowed`
 */
export function answerUnlessReading(method: string): RestResponse | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method === 'OPTIONS') return { status: NO_CONTENT, headers: { allow: methods.join(', ') }, body: undefined };
  throw new DomainError('method-not-allowed', 'method_not_allowed', 'The address does not have that method.', {
    allow: methods,
  });
}
