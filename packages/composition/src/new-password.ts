import { NodeRandom } from '@backroom/adapters-node';

/** Letters and digits that are hard to mistake for one another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Makes a password nobody has chosen: 20 characters, more than 116 bits. */
export const newPassword = (): string => new NodeRandom().characters(20, alphabet);
