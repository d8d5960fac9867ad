import { DomainError } from '@backroom/core';
import type { DeclaredRoute } from '@backroom/core/extensions';
import type { RefusalMessage } from '../protocol/messages.ts';

const kinds = ['invalid', 'not-found', 'conflict'] as const;

/** The refusal that a route has declared; undefined for any other error. */
export function refusalByRoute(
  { code, message }: RefusalMessage,
  route: Pick<DeclaredRoute, 'refusals'> | undefined,
): DomainError | undefined {
  const kind = kinds.find((each) => code !== undefined && route?.refusals[each]?.includes(code));
  return kind && code !== undefined ? new DomainError(kind, code, message) : undefined;
}
