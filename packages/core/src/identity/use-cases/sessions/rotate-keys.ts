import { useCase } from '../../../kernel/use-case.ts';
import type { IdentityPorts } from '../../ports.ts';
import { KEY_AFTERLIFE, type KeyRotation, type RingEntry } from '../../sessions/keys.ts';

/** Lists the access token keys, oldest first; metadata only. */
export const listKeys = useCase(
  { access: 'manage_system', effect: 'read' },
  ({ tokenKeys }: IdentityPorts) =>
    (_, __: object): Promise<readonly RingEntry[]> =>
      tokenKeys.list(),
);

/**
 * Rotates the signing key of access tokens. Tokens of earlier keys stay valid until they expire, or are refused at once
 * with `dropOld`.
 * @throws DomainError `managed_by_env`
 */
export const rotateKeys = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    transaction: 'own',
    audit: 'key.rotate',
    refusals: { conflict: ['managed_by_env'] },
  },
  ({ tokenKeys, clock }: IdentityPorts) =>
    async (_, { dropOld = false }: { readonly dropOld?: boolean }, { note }): Promise<KeyRotation> => {
      const now = clock.now();
      const afterlife = dropOld ? 0 : KEY_AFTERLIFE;
      const rotation = await tokenKeys.rotate(now, new Date(now.getTime() - afterlife));
      note({ target: { type: 'token_key', id: rotation.added.kid } });
      return rotation;
    },
);
