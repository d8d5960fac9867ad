import { notFound } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** The public token keys as a JWK set (RFC 7517). */
export interface PublicKeys {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Returns the public keys with which other services verify access tokens.
 * @throws DomainError `not_found` if tokens are signed with a shared secret
 */
export const readPublicKeys = useCase(
  { access: 'anyone', effect: 'read', refusals: { 'not-found': ['not_found'] } },
  ({ tokens }: SitePorts) =>
    async (): Promise<PublicKeys> => {
      const keys = await tokens.publicKeys();
      if (!keys) throw notFound('public key');
      return keys;
    },
);
