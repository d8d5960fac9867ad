import { LdaptsDirectory } from '@backroom/adapters-ldap';
import { JoseTokenSigner, SealedBox } from '@backroom/adapters-node';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { type OpenSecretKeys, type OpenTokenKeys, openSecretKeys, openTokenKeys } from '../key-ring.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';
import { Port, TheSecretKeys, TheSettings } from '../tokens.ts';

const TheTokenKeys = Symbol.for('token keys') as ServiceIdentifier<OpenTokenKeys>;

/** Tokens, stored secrets and their keys, and the user directory. */
export const identity = new ContainerModule(({ bind }) => {
  bind(Port.tokens)
    .toResolvedValue((keys: OpenTokenKeys) => new JoseTokenSigner(keys.ring), [TheTokenKeys])
    .inSingletonScope();
  bind(TheTokenKeys).toResolvedValue(openTokenKeys, [TheSettings, Port.log]).inSingletonScope();
  bind(TheSecretKeys).toResolvedValue(openSecretKeys, [TheSettings]).inSingletonScope();
  bind(Port.tokenKeys).toService(TheTokenKeys);
  bind(Port.secretKeys).toService(TheSecretKeys);
  bind(Port.secretBox)
    .toResolvedValue((keys: OpenSecretKeys) => new SealedBox(() => keys.keys), [TheSecretKeys])
    .inSingletonScope();
  bind(Port.directory).toResolvedValue(directoryOf, [TheSettings]).inSingletonScope();
  bind(Port.fixedDirectory)
    .toResolvedValue((settings: Settings) => settings.directory.fixed, [TheSettings])
    .inSingletonScope();
  bind(Port.tokenNames)
    .toResolvedValue((settings: Settings) => settings.tokenNames, [TheSettings])
    .inSingletonScope();
});

function directoryOf({ directory: { allowedHosts } }: Settings): LdaptsDirectory {
  try {
    return new LdaptsDirectory(allowedHosts === undefined ? {} : { allowedHosts });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SettingsError([`LDAP_ALLOWED_HOSTS must be hosts and networks: ${error.message}`]);
  }
}
