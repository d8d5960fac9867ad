/** What Node itself gives the core: password hashes, tokens and their keys, randomness, and kept secrets. */
export { type Argon2Options, Argon2PasswordHasher } from './argon2-password-hasher.ts';
export { CommonPasswordList } from './common-password-list.ts';
export { CsvTables } from './csv-tables.ts';
export { FileSecretKeys, FixedSecretKeys } from './file-secret-keys.ts';
export { FileTokenKeys, FixedTokenKeys } from './file-token-keys.ts';
export { JoseTokenSigner } from './jose-token-signer.ts';
export { type TokenAlgorithm, tokenAlgorithms } from './key-material.ts';
export { fixedRing, LiveRing, type RingSource } from './live-ring.ts';
export { NodeDigests } from './node-digests.ts';
export { NodeIds } from './node-ids.ts';
export { nodePorts } from './node-ports.ts';
export { NodeRandom } from './node-random.ts';
export { SealedBox } from './sealed-box.ts';
export { freshSealingKey, isSealingKey, type SealingKey, type SealingKeys, sealingKey } from './sealing-keys.ts';
export { type InstallationSecrets, loadOrCreateSecrets, type RetiredKey } from './secrets-file.ts';
export { ShaSecretDigest } from './sha-secret-digest.ts';
export { type KeyRing, type RingKey, ringFromFile, ringFromSecret } from './token-keys.ts';
