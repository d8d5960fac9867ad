import { NodeDigests } from '@backroom/adapters-node';
import { digestsContract } from '../contracts/digests.contract.ts';

digestsContract('NodeDigests', new NodeDigests());
