/** Adapters on Node and its crypto: password hashes, tokens and their keys, stored secrets, files, CSV, randomness. */

export { NodeArchiveReader } from './archives/node-archive-reader.ts';
export { type Argon2Options, Argon2PasswordHasher } from './argon2-password-hasher.ts';
export { CommonPasswordList } from './common-password-list.ts';
export { CsvTables } from './csv-tables.ts';
export { DeadlineMarketingChannels } from './deadline-marketing-channels.ts';
export { Ed25519SigningKeys } from './ed25519-signing-keys.ts';
export { Ed25519Verifier, isVerifyingKey } from './ed25519-verifier.ts';
export { FolderExtensionInstaller, type InstallerFolders } from './extensions/folder-extension-installer.ts';
export { FileDocumentSource } from './file-document-source.ts';
export { FolderFiles } from './folder-files.ts';
export { HmacSignatures } from './hmac-signatures.ts';
export { HostStatistics } from './host-statistics.ts';
export { JoseTokenSigner } from './jose-token-signer.ts';
export { FileSecretKeys, FixedSecretKeys } from './keys/file-secret-keys.ts';
export { FileTokenKeys, FixedTokenKeys } from './keys/file-token-keys.ts';
export { type TokenAlgorithm, tokenAlgorithms } from './keys/key-material.ts';
export { fixedRing, LiveRing, type RingSource } from './keys/live-ring.ts';
export { freshSealingKey, isSealingKey, type SealingKey, type SealingKeys, sealingKey } from './keys/sealing-keys.ts';
export { type InstallationSecrets, loadOrCreateSecrets, type RetiredKey } from './keys/secrets-file.ts';
export { createSigningKey, publicKeyOf, type SigningKeyPair, signText } from './keys/signing-keys.ts';
export { type KeyRing, type RingKey, ringFromFile, ringFromSecret } from './keys/token-keys.ts';
export { NodeDigests } from './node-digests.ts';
export { NodeIds } from './node-ids.ts';
export { nodePorts } from './node-ports.ts';
export { NodeRandom } from './node-random.ts';
export { SealedBox } from './sealed-box.ts';
export { ShaSecretDigest } from './sha-secret-digest.ts';
