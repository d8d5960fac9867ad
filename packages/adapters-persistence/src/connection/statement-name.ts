import { createHash } from 'node:crypto';

/** Hash characters in a name: 128 bits. PostgreSQL truncates identifiers to 63 bytes. */
const hashCharacters = 32;

/**
 * Name of a prepared statement: a hash of its text, so that equal names mean equal statements in all processes that share a
 * backend through a pooler. Parameter types are never declared; the server infers them from the text.
 */
export const statementName = (text: string): string =>
  `b${createHash('sha256').update(text).digest('hex').slice(0, hashCharacters)}`;

/** Whether the clients of one pool name their statements; disabled for all of them once backends prove to be shared. */
export interface StatementNaming {
  isOn: boolean;
}
