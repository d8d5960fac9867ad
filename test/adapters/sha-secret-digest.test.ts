import { ShaSecretDigest } from '@backroom/adapters-node';
import { secretDigestContract } from '@backroom/testing';

secretDigestContract('ShaSecretDigest', () => new ShaSecretDigest());
