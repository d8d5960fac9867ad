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
import type { Log } from '@backroom/core';
import type { SecretKeys, TokenKeys } from '@backroom/core/identity';
import { type Settings, SettingsError } from './settings/settings.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Token keys: the port that rotates them, and the ring that signs and verifies. */
export type OpenTokenKeys = TokenKeys & { readonly ring: RingSource };
/** Encryption keys of stored secrets: the port that rotates them, and the current keys. */
export type OpenSecretKeys = SecretKeys & { readonly keys: SealingKeys };

/**
 * Opens the token keys: the ring file, else the configured secret, else the data folder, else random keys for data in
 * memory.
 * @throws SettingsError when the ring or the stored secrets are invalid
 */
export const openTokenKeys = ({ jwtKeysFile, jwtSecret, database }: Settings, log: Log): Promise<OpenTokenKeys> =>
  asSettingsError(async () => {
    const report = (cause: unknown) =>
      log.error('changed keys of tokens cannot be used; the old ones still are', cause);
    if (jwtKeysFile !== undefined) return FileTokenKeys.inKeysFile(jwtKeysFile, report);
    if (jwtSecret !== undefined) return new FixedTokenKeys(jwtSecret);
    if (database.kind === 'embedded') return FileTokenKeys.inDataFolder(database.folder, report);
    return new FixedTokenKeys(new NodeRandom().characters(43, letters));
  });

/**
 * Opens the encryption keys of stored secrets: those of the environment, else of the data folder, else random keys for
 * data in memory. With a PostgreSQL server there may be none.
 * @throws SettingsError when the stored secrets are invalid
 */
export const openSecretKeys = ({ secretsKey, oldSecretsKeys, database }: Settings): Promise<OpenSecretKeys> =>
  asSettingsError(async () => {
    const older = oldSecretsKeys.map(sealingKey);
    if (secretsKey !== undefined) {
      const stored = database.kind === 'embedded' ? await storedKeys(database.folder) : [];
      return new FixedSecretKeys({ newest: sealingKey(secretsKey), older: [...older, ...stored] });
    }
    if (database.kind === 'embedded') return FileSecretKeys.inDataFolder(database.folder);
    if (database.kind === 'server') return new FixedSecretKeys({ newest: undefined, older });
    return new FixedSecretKeys({ newest: sealingKey(freshSealingKey()), older });
  });

/** Generated keys still decrypt secrets from the time before SECRETS_KEY was set. */
async function storedKeys(folder: string): Promise<SealingKeys['older']> {
  const { secretsKey, oldSecretsKeys = [] } = await loadOrCreateSecrets(folder);
  return [secretsKey, ...oldSecretsKeys.map(({ key }) => key)].map(sealingKey);
}

async function asSettingsError<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw new SettingsError([error instanceof Error ? error.message : String(error)]);
  }
}
