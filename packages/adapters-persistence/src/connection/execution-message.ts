/** A parameter as the driver prepares it: null, a text, or bytes. */
export type WireParameter = string | Buffer | null;

const utf8 = (text: string): number => Buffer.byteLength(text);
const sizeOf = (parameter: WireParameter): number =>
  typeof parameter === 'string' ? utf8(parameter) : (parameter?.length ?? 0);

/** A message: its type, its length, and its content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const execute = message('E', Buffer.alloc(5));
const sync = message('S', Buffer.alloc(0));

/** Bind and Execute of a prepared statement without parameters. */
export const plainExecution = (statement: string): Buffer =>
  Buffer.concat([message('B', Buffer.from(`\0${statement}\0\0\0\0\0\0\0`)), execute]);

/** Parse, Bind and Execute of a statement without parameters; its name may be empty. */
export const statementMessages = (text: string, name: string): Buffer =>
  Buffer.concat([message('P', Buffer.from(`${name}\0${text}\0\0\0`)), plainExecution(name)]);

/** Messages of other statements, before and after one. */
export interface AdjacentMessages {
  readonly before: Buffer;
  readonly after: Buffer;
}

export const alone: AdjacentMessages = { before: Buffer.alloc(0), after: Buffer.alloc(0) };

/**
 * Bind and Execute of a prepared statement whose results are texts, between other messages, and Sync, as one buffer: the driver
 * writes each of them on its own.
 */
export function executionOf(
  statement: string,
  parameters: readonly WireParameter[],
  { before, after }: AdjacentMessages,
): Buffer {
  let bind = 4 + 2 + utf8(statement) + 3 * 2;
  for (const each of parameters) bind += 6 + sizeOf(each);
  const buffer = Buffer.allocUnsafe(before.length + 1 + bind + execute.length + after.length + sync.length);
  let at = before.copy(buffer);
  at = buffer.writeUInt8(0x42, at);
  at = buffer.writeInt32BE(bind, at);
  at = buffer.writeUInt8(0, at);
  at += buffer.write(statement, at);
  at = buffer.writeUInt8(0, at);
  at = buffer.writeUInt16BE(parameters.length, at);
  for (const each of parameters) at = buffer.writeInt16BE(Buffer.isBuffer(each) ? 1 : 0, at);
  at = buffer.writeUInt16BE(parameters.length, at);
  for (const each of parameters) {
    const content = at + 4;
    const size = typeof each === 'string' ? buffer.write(each, content) : each ? each.copy(buffer, content) : -1;
    buffer.writeInt32BE(size, at);
    at = content + Math.max(size, 0);
  }
  at = buffer.writeInt16BE(0, at);
  for (const part of [execute, after, sync]) at += part.copy(buffer, at);
  return buffer;
}
