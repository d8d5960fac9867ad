import type { SecretKeys } from '@backroom/core/identity';
import { changePrivateFile } from '../private-file.ts';
import { freshSealingKey, type SealingKeys, sealingKey } from './sealing-keys.ts';
import { type InstallationSecrets, loadOrCreateSecrets, secretsPath, withChanges } from './secrets-file.ts';

/** Encryption keys of stored secrets in the `secrets.json` of a data folder, which one process at a time has open. */
export class FileSecretKeys implements SecretKeys {
  readonly #folder: string;
  #keys: SealingKeys;

  private constructor(folder: string, secrets: InstallationSecrets) {
    this.#folder = folder;
    this.#keys = keysIn(secrets);
  }

  /**
   * Reads the keys; creates the file on first use.
   * @throws Error as `loadOrCreateSecrets`
   */
  static async inDataFolder(folder: string): Promise<FileSecretKeys> {
    return new FileSecretKeys(folder, await loadOrCreateSecrets(folder));
  }

  /** The current keys. */
  get keys(): SealingKeys {
    return this.#keys;
  }

  async renew(now: Date): Promise<boolean> {
    await this.#change(({ secretsKey, oldSecretsKeys = [] }) => ({
      secretsKey: freshSealingKey(),
      oldSecretsKeys: [...oldSecretsKeys, { key: secretsKey, retiredAt: now.toISOString() }],
    }));
    return true;
  }

  async forget(before: Date): Promise<void> {
    await this.#change(({ oldSecretsKeys = [] }) => ({
      oldSecretsKeys: oldSecretsKeys.filter(({ retiredAt }) => !(new Date(retiredAt) <= before)),
    }));
  }

  async #change(change: (secrets: InstallationSecrets) => Partial<InstallationSecrets>): Promise<void> {
    const path = secretsPath(this.#folder);
    await changePrivateFile(path, (text) => withChanges(text, path, change));
    this.#keys = keysIn(await loadOrCreateSecrets(this.#folder));
  }
}

/** Keys from the environment, which cannot be rotated by a command. */
export class FixedSecretKeys implements SecretKeys {
  readonly keys: SealingKeys;

  constructor(keys: SealingKeys) {
    this.keys = keys;
  }

  async renew(): Promise<boolean> {
    return false;
  }

  async forget(): Promise<void> {}
}

const keysIn = ({ secretsKey, oldSecretsKeys = [] }: InstallationSecrets): SealingKeys => ({
  newest: sealingKey(secretsKey),
  older: oldSecretsKeys.map(({ key }) => sealingKey(key)),
});
