import { noExtensions } from './extensions/no-extensions.ts';
import { FolderFiles } from './folder-files.ts';
import { HmacSignatures } from './hmac-signatures.ts';
import { HostStatistics } from './host-statistics.ts';
import { JoseTokenSigner } from './jose-token-signer.ts';
import { FixedSecretKeys } from './keys/file-secret-keys.ts';
import { FixedTokenKeys } from './keys/file-token-keys.ts';
import { type SealingKeys, sealingKey } from './keys/sealing-keys.ts';
import { plainNodePorts } from './plain-node-ports.ts';
import { SealedBox } from './sealed-box.ts';

/** Secrets and folders of the embedding program. */
export interface NodeOptions {
  readonly tokenSecret: string;
  readonly secretsKey?: string;
  readonly filesFolder?: string;
}

/**
 * All ports of this package, for programs that compose a core by hand.
 * @param tokenSecret at least 32 bytes that sign access tokens
 * @param secretsKey 32 bytes in base64 that encrypt stored secrets; without it none can be stored
 * @param filesFolder folder of downloadable files; `data/files` by default
 * @throws Error when one of the secrets is too short
 */
export function nodePorts({ tokenSecret, secretsKey, filesFolder = 'data/files' }: NodeOptions) {
  const tokenKeys = new FixedTokenKeys(tokenSecret);
  const sealing: SealingKeys = { newest: secretsKey === undefined ? undefined : sealingKey(secretsKey), older: [] };
  const secretKeys = new FixedSecretKeys(sealing);
  return {
    ...plainNodePorts(),
    tokenKeys,
    tokens: new JoseTokenSigner(tokenKeys.ring),
    secretKeys,
    statisticsProviders: [new HostStatistics(filesFolder)],
    ...noExtensions,
    files: new FolderFiles(filesFolder),
    signatures: new HmacSignatures(() => [sealing.newest?.bytes ?? Buffer.from(tokenSecret)]),
    secretBox: new SealedBox(() => secretKeys.keys),
  };
}
