import { useCase } from '../../kernel/use-case.ts';
import { BIND_PASSWORD } from '../directory-access.ts';
import { secretsKeyMissing } from '../errors.ts';
import { SECRETS_KEY_AFTERLIFE } from '../keys.ts';
import type { IdentityPorts } from '../ports.ts';

/** What came of it. */
export interface SecretsRotation {
  /** Whether a fresh key was made; false where the keys are given from outside. */
  readonly hasFreshKey: boolean;
  /** How many secrets were sealed anew. */
  readonly sealedAnew: number;
  /** How many secrets no key opens; they are left as they are. */
  readonly unreadable: number;
}

/**
 * Seals every stored secret with the newest key, which is a fresh one where we may make it.
 *
 * The old key is kept before anything is sealed with the new one, and forgotten last, so that whatever is there at any
 * moment can be opened.
 * @throws DomainError `secrets_key_missing`
 */
export const rotateSecrets = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', audit: 'secrets.rotate', runsLong: true },
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
