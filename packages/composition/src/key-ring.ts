import {
  FileSecretKeys,
  FileTokenKeys,
  FixedSecretKeys,
  FixedTokenKeys,
  freshSealingKey,
  loadOrCreateSecrets,
  NodeRandom,
  type RingSource,
  type SealingKeys,
  sealingKey,
} from '@backroom/adapters-node';
import type { Log, SecretKeys, TokenKeys } from '@backroom/core';
import { type Settings, SettingsError } from './settings/settings.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The keys of tokens as they can be changed, and as signing needs them. */
export type OpenTokenKeys = TokenKeys & { readonly ring: RingSource };
/** The keys that seal as they can be changed, and as they are now. */
export type OpenSecretKeys = SecretKeys & { readonly keys: SealingKeys };

/**
 * Finds the keys that sign tokens: a ring, a secret, what the data folder keeps, or for data in memory fresh ones.
 * @throws SettingsError when the ring or the kept secrets cannot be used
 */
export const openTokenKeys = ({ jwtKeysFile, jwtSecret, database }: Settings, log: Log): Promise<OpenTokenKeys> =>
  inSettingsWords(async () => {
    const tell = (cause: unknown) => log.error('changed keys of tokens cannot be used; the old ones still are', cause);
    if (jwtKeysFile !== undefined) return FileTokenKeys.inKeysFile(jwtKeysFile, tell);
    if (jwtSecret !== undefined) return new FixedTokenKeys(jwtSecret);
    if (database.kind === 'embedded') return FileTokenKeys.inDataFolder(database.folder, tell);
    return new FixedTokenKeys(new NodeRandom().characters(43, letters));
  });

/**
 * Finds the keys that seal: those of the environment, what the data folder keeps, or for data in memory fresh ones. With a
 * PostgreSQL server there may be none.
 * @throws SettingsError when the kept secrets cannot be used
 */
export const openSecretKeys = ({ secretsKey, oldSecretsKeys, database }: Settings): Promise<OpenSecretKeys> =>
  inSettingsWords(async () => {
    const older = oldSecretsKeys.map(sealingKey);
    if (secretsKey !== undefined) {
      const kept = database.kind === 'embedded' ? await keptKeys(database.folder) : [];
      return new FixedSecretKeys({ newest: sealingKey(secretsKey), older: [...older, ...kept] });
    }
    if (database.kind === 'embedded') return FileSecretKeys.inDataFolder(database.folder);
    if (database.kind === 'server') return new FixedSecretKeys({ newest: undefined, older });
    return new FixedSecretKeys({ newest: sealingKey(freshSealingKey()), older });
  });

/** What was sealed before the environment gave a key opens still. */
async function keptKeys(folder: string): Promise<SealingKeys['older']> {
  const { secretsKey, oldSecretsKeys = [] } = await loadOrCreateSecrets(folder);
  return [secretsKey, ...oldSecretsKeys.map(({ key }) => key)].map(sealingKey);
}

async function inSettingsWords<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw new SettingsError([error instanceof Error ? error.message : String(error)]);
  }
}
