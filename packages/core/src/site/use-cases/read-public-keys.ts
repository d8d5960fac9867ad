import { notFound } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** The public halves of the keys that sign tokens (RFC 7517). */
export interface PublicKeys {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Publishes what other services need to check our tokens.
 * @throws DomainError `not_found` where tokens are signed with a shared secret
 */
export const readPublicKeys = useCase(
  { access: 'anyone', effect: 'read' },
  ({ tokens }: SitePorts) =>
    async (): Promise<PublicKeys> => {
      const keys = await tokens.publicKeys();
      if (!keys) throw notFound('public key');
      return keys;
    },
);
