import { Argon2PasswordHasher } from './argon2-password-hasher.ts';
import { CommonPasswordList } from './common-password-list.ts';
import { CsvTables } from './csv-tables.ts';
import { Ed25519SigningKeys } from './ed25519-signing-keys.ts';
import { Ed25519Verifier } from './ed25519-verifier.ts';
import { noExtensions } from './extensions/no-extensions.ts';
import { filePorts } from './file-ports.ts';
import { HmacSignatures } from './hmac-signatures.ts';
import { HostStatistics } from './host-statistics.ts';
import { JoseTokenSigner } from './jose-token-signer.ts';
import { FixedSecretKeys } from './keys/file-secret-keys.ts';
import { FixedTokenKeys } from './keys/file-token-keys.ts';
import { type SealingKeys, sealingKey } from './keys/sealing-keys.ts';
import { NodeDigests } from './node-digests.ts';
import { NodeIds } from './node-ids.ts';
import { NodeRandom } from './node-random.ts';
import { SealedBox } from './sealed-box.ts';
import { ShaSecretDigest } from './sha-secret-digest.ts';

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
    ids: new NodeIds(),
    random: new NodeRandom(),
    digests: new NodeDigests(),
    tables: new CsvTables(),
    passwords: new Argon2PasswordHasher(),
    commonPasswords: new CommonPasswordList(),
    secretDigest: new ShaSecretDigest(),
    tokenKeys,
    tokens: new JoseTokenSigner(tokenKeys.ring),
    secretKeys,
    signatureVerifier: new Ed25519Verifier(),
    signingKeys: new Ed25519SigningKeys(),
    statisticsProviders: [new HostStatistics(filesFolder)],
    ...noExtensions,
    ...filePorts(filesFolder),
    signatures: new HmacSignatures(() => [sealing.newest?.bytes ?? Buffer.from(tokenSecret)]),
    secretBox: new SealedBox(() => secretKeys.keys),
  };
}
