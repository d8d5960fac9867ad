import { type KeyRing, loadOrCreateSecrets, NodeRandom, ringFromFile, ringFromSecret } from '@backroom/adapters-node';
import { type Settings, SettingsError } from './settings.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * Finds the keys that sign tokens: a ring, a secret, what the data folder keeps, or for data in memory fresh ones.
 * @throws SettingsError when the ring or the kept secrets cannot be used
 */
export async function openKeyRing({ jwtKeysFile, jwtSecret, database }: Settings): Promise<KeyRing> {
  try {
    if (jwtKeysFile !== undefined) return await ringFromFile(jwtKeysFile);
    if (jwtSecret !== undefined) return ringFromSecret(jwtSecret);
    if (database.kind === 'embedded') return ringFromSecret((await loadOrCreateSecrets(database.folder)).jwtSecret);
  } catch (error) {
    throw new SettingsError([error instanceof Error ? error.message : String(error)]);
  }
  return ringFromSecret(new NodeRandom().characters(43, letters));
}
