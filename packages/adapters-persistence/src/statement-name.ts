import { createHash } from 'node:crypto';

/** Characters of the hash in a name: 128 bits. PostgreSQL cuts identifiers at 63 bytes. */
const hashCharacters = 32;

/**
 * The name of a prepared statement: a hash of its text, so that equal names are equal statements in every process that may
 * share a backend through a pooler. Types of parameters are never declared; the server infers them from the text.
 */
export const statementName = (text: string): string =>
  `b${createHash('sha256').update(text).digest('hex').slice(0, hashCharacters)}`;

/** Whether the clients of one pool name their statements; turned off for all of them when backends prove to be shared. */
export interface StatementNaming {
  isOn: boolean;
}
