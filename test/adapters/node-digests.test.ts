import { NodeDigests } from '@backroom/adapters-node';
import { digestsContract } from '@backroom/testing';

digestsContract('NodeDigests', new NodeDigests());
