/** What Node itself gives the core: password hashes, tokens and their keys, randomness, and kept secrets. */
export { type Argon2Options, Argon2PasswordHasher } from './argon2-password-hasher.ts';
export { CommonPasswordList } from './common-password-list.ts';
export { JoseTokenSigner } from './jose-token-signer.ts';
export { type TokenAlgorithm, tokenAlgorithms } from './key-material.ts';
export { NodeIds } from './node-ids.ts';
export { NodeRandom } from './node-random.ts';
export { type InstallationSecrets, loadOrCreateSecrets } from './secrets-file.ts';
export { type KeyRing, type RingKey, ringFromFile, ringFromSecret } from './token-keys.ts';
