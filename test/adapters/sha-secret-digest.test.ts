import { ShaSecretDigest } from '@backroom/adapters-node';
import { secretDigestContract } from '../contracts/secret-digest.contract.ts';

secretDigestContract('ShaSecretDigest', () => new ShaSecretDigest());
