import { useCase } from '../../kernel/use-case.ts';
import { KEY_AFTERLIFE, type KeyRotation, type RingEntry } from '../keys.ts';
import type { IdentityPorts } from '../ports.ts';

/** Names the keys of access tokens, oldest first; never the keys themselves. */
export const listKeys = useCase(
  { access: 'manage_system', effect: 'read' },
  ({ tokenKeys }: IdentityPorts) =>
    (_, __: object): Promise<readonly RingEntry[]> =>
      tokenKeys.list(),
);

/**
 * Signs access tokens with a fresh key from now on. Tokens of the old ones live until they expire, or end at once when
 * the old keys are dropped.
 * @throws DomainError `managed_by_env`
 */
export const rotateKeys = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', audit: 'key.rotate' },
  ({ tokenKeys, clock }: IdentityPorts) =>
    async (_, { dropOld = false }: { readonly dropOld?: boolean }, { note }): Promise<KeyRotation> => {
      const now = clock.now();
      const afterlife = dropOld ? 0 : KEY_AFTERLIFE;
      const rotation = await tokenKeys.rotate(now, new Date(now.getTime() - afterlife));
      note({ target: { type: 'token_key', id: rotation.added.kid } });
      return rotation;
    },
);
