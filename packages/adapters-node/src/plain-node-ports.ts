import type { SuppliedPorts } from '@backroom/core';
import { NodeArchiveReader } from './archives/node-archive-reader.ts';
import { Argon2PasswordHasher } from './argon2-password-hasher.ts';
import { CommonPasswordList } from './common-password-list.ts';
import { CsvTables } from './csv-tables.ts';
import { Ed25519SigningKeys } from './ed25519-signing-keys.ts';
import { Ed25519Verifier } from './ed25519-verifier.ts';
import { NodeDigests } from './node-digests.ts';
import { NodeIds } from './node-ids.ts';
import { NodeRandom } from './node-random.ts';
import { ShaSecretDigest } from './sha-secret-digest.ts';

/** The ports of this package whose adapters take no settings and no other ports. */
export const plainNodePorts = () =>
  ({
    ids: new NodeIds(),
    random: new NodeRandom(),
    digests: new NodeDigests(),
    tables: new CsvTables(),
    archives: new NodeArchiveReader(),
    passwords: new Argon2PasswordHasher(),
    commonPasswords: new CommonPasswordList(),
    secretDigest: new ShaSecretDigest(),
    signatureVerifier: new Ed25519Verifier(),
    signingKeys: new Ed25519SigningKeys(),
  }) satisfies Partial<SuppliedPorts>;
