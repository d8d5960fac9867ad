import { useCase } from '../../../kernel/use-case.ts';
import { BIND_PASSWORD } from '../../directory/access.ts';
import { secretsKeyMissing } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';
import { SECRETS_KEY_AFTERLIFE } from '../../sessions/keys.ts';

/** Counts of a rotation. */
export interface SecretsRotation {
  /** Whether a new key was made; false if the environment sets the keys. */
  readonly hasFreshKey: boolean;
  /** Number of secrets that were sealed again. */
  readonly sealedAnew: number;
  /** Number of secrets that no key opens; they are left unchanged. */
  readonly unreadable: number;
}

/**
 * Seals every stored secret again with the newest key, which is created first unless the environment sets the keys.
 *
 * Old keys are deleted last, so that stored secrets can be opened at any time.
 * @throws DomainError `secrets_key_missing`
 */
export const rotateSecrets = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    transaction: 'own',
    audit: 'secrets.rotate',
    runsLong: true,
    refusals: { conflict: ['secrets_key_missing'] },
  },
  (ports: IdentityPorts) =>
    async (_, __: object, { note }): Promise<SecretsRotation> => {
      const { secretBox, secretKeys, unitOfWork, clock } = ports;
      if (!secretBox.canSeal) throw secretsKeyMissing();
      note({ target: { type: 'secrets', id: 'all' } });
      const hasFreshKey = await secretKeys.renew(clock.now());
      const { sealedAnew, unreadable } = await unitOfWork.run(() => sealAnew(ports));
      if (unreadable === 0) await secretKeys.forget(new Date(clock.now().getTime() - SECRETS_KEY_AFTERLIFE));
      return { hasFreshKey, sealedAnew, unreadable };
    },
);

async function sealAnew({
  directorySettings,
  secretBox,
  clock,
}: IdentityPorts): Promise<Pick<SecretsRotation, 'sealedAnew' | 'unreadable'>> {
  const stored = await directorySettings.hold();
  if (!stored || stored.sealedPassword === null) return { sealedAnew: 0, unreadable: 0 };
  const secret = secretBox.open(stored.sealedPassword, BIND_PASSWORD);
  if (secret === undefined) return { sealedAnew: 0, unreadable: 1 };
  if (!secretBox.isStale(stored.sealedPassword)) return { sealedAnew: 0, unreadable: 0 };
  await directorySettings.save({ ...stored, sealedPassword: secretBox.seal(secret, BIND_PASSWORD) }, clock.now());
  return { sealedAnew: 1, unreadable: 0 };
}
