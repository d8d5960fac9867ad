import { useCase } from '../../../kernel/use-case.ts';
import { BIND_PASSWORD } from '../../directory/access.ts';
import { secretsKeyMissing } from '../../errors.ts';
import type { IdentityPorts, SealedSecret } from '../../ports.ts';
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

type Counts = Pick<SecretsRotation, 'sealedAnew' | 'unreadable'>;

async function sealAnew(ports: IdentityPorts): Promise<Counts> {
  const { directorySettings, sealedSecrets, clock } = ports;
  const counts = { sealedAnew: 0, unreadable: 0 };
  const stored = await directorySettings.hold();
  if (stored && stored.sealedPassword !== null) {
    const sealedPassword = resealed(ports, { purpose: BIND_PASSWORD, sealed: stored.sealedPassword }, counts);
    if (sealedPassword !== undefined) await directorySettings.save({ ...stored, sealedPassword }, clock.now());
  }
  for (const secret of await sealedSecrets.hold()) {
    const fresh = resealed(ports, secret, counts);
    if (fresh !== undefined) await sealedSecrets.replace(secret, fresh);
  }
  return counts;
}

/** The secret under the newest key; undefined if it is that already, or if no key opens it. */
function resealed(
  { secretBox }: IdentityPorts,
  { purpose, sealed }: SealedSecret,
  counts: { -readonly [K in keyof Counts]: Counts[K] },
): string | undefined {
  const secret = secretBox.open(sealed, purpose);
  if (secret === undefined) counts.unreadable += 1;
  if (secret === undefined || !secretBox.isStale(sealed)) return undefined;
  counts.sealedAnew += 1;
  return secretBox.seal(secret, purpose);
}
