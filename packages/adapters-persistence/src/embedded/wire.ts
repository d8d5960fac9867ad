/** The bytes of the PostgreSQL protocol, version 3, that the embedded database reads and writes itself. */

/** Whether a session is idle, in a transaction, or in one that has failed, in the letters of the protocol. */
export type TransactionStatus = 'I' | 'T' | 'E';

/** A message the server refuses to serve, with its SQLSTATE. */
export interface Refusal {
  readonly severity: 'ERROR' | 'FATAL';
  readonly code: string;
  readonly message: string;
}

/** The numbers a client sends in place of a protocol version. */
export const startupCode = { protocol: 3 << 16, cancel: 80877102, ssl: 80877103, gss: 80877104 } as const;

/** Frames a body as a message of the type. */
export function message(type: string, ...body: readonly (string | Uint8Array)[]): Buffer {
  const content = Buffer.concat(body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** A simple query. */
export const queryMessage = (sql: string): Buffer => message('Q', sql, '\0');

/** The end of a batch of the extended protocol. */
export const syncMessage = (): Buffer => message('S');

/** Forgets a prepared statement. */
export const closeStatementMessage = (name: string): Buffer => message('C', 'S', name, '\0');

/** Says that the next batch may come. */
export const readyForQuery = (status: TransactionStatus): Buffer => message('Z', status);

/** Says that a message was refused. */
export const errorResponse = ({ severity, code, message: text }: Refusal): Buffer =>
  message('E', `S${severity}\0V${severity}\0C${code}\0M${text}\0`, '\0');

/** The first packet of a session. */
export function startupPacket(user: string, database: string): Buffer {
  const content = Buffer.from(`user\0${user}\0database\0${database}\0client_encoding\0UTF8\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(content.length + 8);
  head.writeInt32BE(startupCode.protocol, 4);
  return Buffer.concat([head, content]);
}
